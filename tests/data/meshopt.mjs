import { MeshoptEncoder as E, MeshoptDecoder as D } from 'meshoptimizer'; import fs from 'fs';
await E.ready; await D.ready; let seed=1; const rnd=()=>{seed=(Math.imul(seed,1664525)+1013904223)>>>0;return seed/4294967296;};
const hex=b=>Buffer.from(b).toString('hex'); const lines=[];
function put(name,mode,filter,stride,count,stream){const out=new Uint8Array(count*stride);D.decodeGltfBuffer(out,count,stride,stream,mode,filter);lines.push([name,mode,filter,stride,count,hex(stream),hex(out)].join(' '));}
function smooth(count,stride,noise){const b=new Uint8Array(count*stride);const v=new Int16Array(b.buffer,0,b.length>>1);const w=stride/2;for(let i=0;i<count;i++)for(let k=0;k<w;k++)v[i*w+k]=k%3==2?7:Math.round(900*Math.sin(i*0.05*(k+1)))+Math.floor(rnd()*noise);return b;}
for(const [n,s,z] of [[1,4,1],[17,8,3],[40,12,300],[21,20,40000],[300,4,5]]){const d=smooth(n,s,z);put(`v0_${n}x${s}`,'ATTRIBUTES','NONE',s,n,E.encodeVertexBufferLevel(d,n,s,2,0));for(const l of [0,3])put(`v1_l${l}_${n}x${s}`,'ATTRIBUTES','NONE',s,n,E.encodeVertexBufferLevel(d,n,s,l,1));}
{for(let t=0;t<3;t++){const n=48,f=new Float32Array(n*2);for(let i=0;i<n;i++){f[2*i]=t==0?(i>>3)*1.5:t==1?Math.fround(1+rnd()):i*i;f[2*i+1]=t==2?-f[2*i]:5;}put('v1_turned'+t,'ATTRIBUTES','NONE',8,n,E.encodeVertexBufferLevel(new Uint8Array(f.buffer),n,8,3,1));}}
{const n=33,f=new Float32Array(n*3);for(let i=0;i<n*3;i++)f[i]=Math.fround(Math.sin(i*.01)*100+(i%3)*17);put('v1_floats','ATTRIBUTES','NONE',12,n,E.encodeVertexBufferLevel(new Uint8Array(f.buffer),n,12,3,1));}
{const n=5,d=new Uint8Array(n*256);for(let i=0;i<d.length;i+=97)d[i]=i;put('v1_widest','ATTRIBUTES','NONE',256,n,E.encodeVertexBufferLevel(d,n,256,3,1));put('v0_widest','ATTRIBUTES','NONE',256,n,E.encodeVertexBufferLevel(d,n,256,2,0));}
const grid=[];const N=9;for(let y=0;y<N-1;y++)for(let x=0;x<N-1;x++){const a=y*N+x;grid.push(a,a+1,a+N,a+1,a+N+1,a+N);}
const wild=[];for(let i=0;i<90;i++)wild.push(Math.floor(rnd()*70000));
for(const [name,l] of [['grid',grid],['wild',wild],['fans',[0,1,2,0,2,3,0,3,4,9,8,7,7,8,6,5,4,3,100,101,102,100,102,99]]])for(const size of [2,4]){const src=size==2?new Uint16Array(l):new Uint32Array(l);const b=new Uint8Array(src.buffer);put(`tri_${name}`,'TRIANGLES','NONE',size,l.length,E.encodeIndexBuffer(b,l.length,size));put(`seq_${name}`,'INDICES','NONE',size,l.length,E.encodeIndexSequence(b,l.length,size));}
{const n=19;const f=new Float32Array(n*4);for(let i=0;i<n;i++){let v=[rnd()-.5,rnd()-.5,rnd()-.5];const l=Math.hypot(...v);f.set([...v.map(x=>x/l),i%2?1:-1],i*4);}
 for(const [s,bits] of [[4,8],[4,6],[8,12],[8,16]]){const e=E.encodeFilterOct(f,n,s,bits);put(`oct${bits}`,'ATTRIBUTES','OCTAHEDRAL',s,n,E.encodeGltfBuffer(e,n,s,'ATTRIBUTES',0));}
 for(let i=0;i<n;i++){let v=[rnd()-.5,rnd()-.5,rnd()-.5,rnd()-.5];const l=Math.hypot(...v);f.set(v.map(x=>x/l),i*4);}
 for(const bits of [9,16])put(`quat${bits}`,'ATTRIBUTES','QUATERNION',8,n,E.encodeGltfBuffer(E.encodeFilterQuat(f,n,8,bits),n,8,'ATTRIBUTES',0));
 for(let i=0;i<n*4;i++)f[i]=(rnd()-.5)*Math.pow(10,Math.floor(rnd()*30-15));
 for(const [bits,m] of [[15,'Separate'],[23,'SharedVector'],[12,'SharedComponent'],[20,'Clamped']])put(`exp${bits}${m}`,'ATTRIBUTES','EXPONENTIAL',12,n,E.encodeGltfBuffer(E.encodeFilterExp(f.slice(0,n*3),n,12,bits,m),n,12,'ATTRIBUTES',1));
 for(let i=0;i<n*4;i++)f[i]=rnd();
 for(const [s,bits] of [[4,8],[4,5],[8,12],[8,16]])put(`color${bits}`,'ATTRIBUTES','COLOR',s,n,E.encodeGltfBuffer(E.encodeFilterColor(f,n,s,bits),n,s,'ATTRIBUTES',1));}
fs.writeFileSync(process.argv[2],'# Streams of npm meshoptimizer 1.3.0 (its encoder) and what its decoder makes of them; made by us from numbers of our own.\n# name mode filter stride count stream expected\n'+lines.join('\n')+'\n');console.log(lines.length);
