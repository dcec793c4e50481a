import draco3d from 'draco3d'; import fs from 'fs';
const m = await draco3d.createEncoderModule({});
// grid n x n bent, normals, uvs with a seam, colour u8, joints u8/u16, weights f32
function grid(n){ const pos=[],nor=[],uv=[],col=[],j=[],w=[],idx=[];
 for(let y=0;y<n;y++)for(let x=0;x<n;x++){const u=x/(n-1),v=y/(n-1);pos.push(u,Math.sin(u*3)*0.2,v);const k=-Math.cos(u*3)*0.6,l=Math.hypot(k,1);nor.push(k/l,1/l,0);uv.push(u,v);col.push(255*u|0,255*v|0,7,255);j.push(x%5,y%5,0,0);w.push(1-u*.5,u*.5,0,0);}
 for(let y=0;y<n-1;y++)for(let x=0;x<n-1;x++){const a=y*n+x;idx.push(a,a+1,a+n,a+1,a+n+1,a+n);}
 return {pos,nor,uv,col,j,w,idx,n:n*n};}
function enc(name,g,{method,speed,q=[11,8,10,8,8],what='pnucjw'}){
 const e=new m.Encoder(),b=new m.MeshBuilder(),mesh=new m.Mesh();
 b.AddFacesToMesh(mesh,g.idx.length/3,new Uint32Array(g.idx));
 if(what.includes('p'))b.AddFloatAttribute(mesh,m.POSITION,g.n,3,new Float32Array(g.pos));
 if(what.includes('n'))b.AddFloatAttribute(mesh,m.NORMAL,g.n,3,new Float32Array(g.nor));
 if(what.includes('u'))b.AddFloatAttribute(mesh,m.TEX_COORD,g.n,2,new Float32Array(g.uv));
 if(what.includes('c'))b.AddUInt8Attribute(mesh,m.COLOR,g.n,4,new Uint8Array(g.col));
 if(what.includes('j'))b.AddUInt16Attribute(mesh,m.GENERIC,g.n,4,new Uint16Array(g.j));
 if(what.includes('w'))b.AddFloatAttribute(mesh,m.GENERIC,g.n,4,new Float32Array(g.w));
 e.SetEncodingMethod(method==='eb'?m.MESH_EDGEBREAKER_ENCODING:m.MESH_SEQUENTIAL_ENCODING);
 e.SetSpeedOptions(speed,speed);
 if(q){[m.POSITION,m.NORMAL,m.TEX_COORD,m.COLOR,m.GENERIC].forEach((t,i)=>e.SetAttributeQuantization(t,q[i]));}
 const out=new m.DracoInt8Array();const len=e.EncodeMeshToDracoBuffer(mesh,out);
 const bytes=Buffer.alloc(len);for(let i=0;i<len;i++)bytes[i]=out.GetValue(i)&255;
 fs.writeFileSync(`drc/${name}.drc`,bytes);console.log(name,len);}
for(const n of [3,8,40])for(const method of ['eb','seq'])for(const speed of [0,3,5,7,10])enc(`${method}_s${speed}_n${n}`,grid(n),{method,speed});
for(const method of ['eb','seq'])enc(`${method}_raw`,grid(8),{method,speed:5,q:null});
enc('tri_eb',{pos:[0,0,0,1,0,0,0,1,0],idx:[0,1,2],n:3},{method:'eb',speed:5,what:'p'});
enc('tri_seq',{pos:[0,0,0,1,0,0,0,1,0],idx:[0,1,2],n:3},{method:'seq',speed:5,what:'p'});
// point cloud
{const e=new m.Encoder(),b=new m.PointCloudBuilder(),pc=new m.PointCloud();const g=grid(8);b.AddFloatAttribute(pc,m.POSITION,g.n,3,new Float32Array(g.pos));const out=new m.DracoInt8Array();const len=e.EncodePointCloudToDracoBuffer(pc,false,out);const bytes=Buffer.alloc(len);for(let i=0;i<len;i++)bytes[i]=out.GetValue(i)&255;fs.writeFileSync('drc/cloud.drc',bytes);console.log('cloud',len);}
