import { encodeToKTX2 } from 'ktx2-encoder'; import sharp from 'sharp'; import fs from 'fs';
const dec = async b => {const {data,info}=await sharp(b).ensureAlpha().raw().toBuffer({resolveWithObject:true});return {data:new Uint8Array(data),width:info.width,height:info.height};};
function pic(n,alpha){const d=Buffer.alloc(n*n*4);for(let y=0;y<n;y++)for(let x=0;x<n;x++){const i=4*(y*n+x);d[i]=255*x/n;d[i+1]=255*y/n;d[i+2]=((x>>2^y>>2)&1)*200;d[i+3]=alpha?255*(n-x)/n:255;}return sharp(d,{raw:{width:n,height:n,channels:4}}).png().toBuffer();}
for(const n of [16,64]) for(const a of [0,1]) for (const [k,o] of Object.entries({etc1s:{isUASTC:false},uastc:{isUASTC:true,needSupercompression:false},zstd:{isUASTC:true,needSupercompression:true}})) for(const m of [0,1]){
 const png=await pic(n,a);fs.writeFileSync(`ktx/${n}_${a}.png`,png);
 const out=await encodeToKTX2(new Uint8Array(png),{...o,generateMipmap:!!m,imageDecoder:dec,isKTX2File:true,isPerceptual:true,isSetKTX2SRGBTransferFunc:true});
 fs.writeFileSync(`ktx/${k}_${n}_${a}_${m}.ktx2`,out);console.log(k,n,a,m,out.length);}
