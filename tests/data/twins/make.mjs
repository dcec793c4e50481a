// Twins of a bundled sample: npm @gltf-transform/{core,extensions,functions}, draco3d, meshoptimizer, ktx2-encoder, sharp.
import { NodeIO, PropertyType } from '@gltf-transform/core'; import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { meshopt, draco, quantize, textureCompress, prune, dedup, reorder } from '@gltf-transform/functions';
import { MeshoptEncoder, MeshoptDecoder } from 'meshoptimizer'; import draco3d from 'draco3d'; import sharp from 'sharp';
import { encodeToKTX2 } from 'ktx2-encoder'; import { KHRTextureBasisu } from '@gltf-transform/extensions';
await MeshoptEncoder.ready; await MeshoptDecoder.ready;
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({'meshopt.encoder':MeshoptEncoder,'meshopt.decoder':MeshoptDecoder,'draco3d.encoder':await draco3d.createEncoderModule(),'draco3d.decoder':await draco3d.createDecoderModule()});
const src=process.argv[2], out=process.argv[3];
const open=async()=>{const d=await io.read(src);
 d.getRoot().listAnimations().slice(1).forEach(a=>a.dispose());const keep=d.getRoot().listMeshes()[1];for(const nd of d.getRoot().listNodes())if(nd.getMesh()&&nd.getMesh()!==keep){nd.setMesh(null);nd.setSkin(null);}
 await d.transform(prune({keepLeaves:true,keepAttributes:true}));
 // a texture of our own, 64 x 64, so that pictures of every codec show
 const n=64,b=Buffer.alloc(n*n*4);for(let y=0;y<n;y++)for(let x=0;x<n;x++){const i=4*(y*n+x),c=((x>>4)^(y>>4))&1;b[i]=c?210:60+2*x;b[i+1]=c?120+y:150;b[i+2]=c?70:190;b[i+3]=255;}
 const png=await sharp(b,{raw:{width:n,height:n,channels:4}}).png().toBuffer();
 const buf=d.getRoot().listBuffers()[0];
 const t=d.createTexture('paint').setImage(new Uint8Array(png)).setMimeType('image/png');
 for(const m of d.getRoot().listMaterials()){m.setBaseColorTexture(t).setBaseColorFactor([1,1,1,1]);}
 for(const mesh of d.getRoot().listMeshes())for(const p of mesh.listPrimitives()){const pos=p.getAttribute('POSITION');const c=pos.getCount(),uv=new Float32Array(c*2),v=[];for(let i=0;i<c;i++){pos.getElement(i,v);uv[2*i]=Math.min(1,Math.max(0,v[0]+.5));uv[2*i+1]=Math.min(1,Math.max(0,v[1]));}p.setAttribute('TEXCOORD_0',d.createAccessor().setType('VEC2').setArray(uv).setBuffer(buf));if(!p.getMaterial())p.setMaterial(d.createMaterial('m').setBaseColorTexture(t).setMetallicFactor(0));}
 return d;};
const save=async(n,d)=>{await io.write(`${out}/${n}.glb`,d);console.log(n);};
let d=await open(); await save('plain',d);
d=await open(); await d.transform(quantize({quantizePosition:14,quantizeNormal:10,quantizeTexcoord:12})); await save('quantised',d);
d=await open(); await d.transform(meshopt({encoder:MeshoptEncoder,level:'high'})); await save('meshopt',d);
d=await open(); await d.transform(draco({method:'edgebreaker',quantizePosition:14,quantizeNormal:10,quantizeTexcoord:12})); await save('draco',d);
d=await open(); await d.transform(draco({method:'sequential',quantizePosition:14,quantizeNormal:10,quantizeTexcoord:12})); await save('draco_sequential',d);
d=await open(); await d.transform(textureCompress({encoder:sharp,targetFormat:'webp',lossless:true})); await save('webp',d);
const log=console.log; console.log=()=>{};
const dec=async b=>{const {data,info}=await sharp(b).ensureAlpha().raw().toBuffer({resolveWithObject:true});return {data:new Uint8Array(data),width:info.width,height:info.height};};
for(const [n,o] of [['etc1s',{isUASTC:false,qualityLevel:255,compressionLevel:5}],['uastc_zstd',{isUASTC:true,needSupercompression:true}],['uastc',{isUASTC:true,needSupercompression:false}]]){d=await open();d.createExtension(KHRTextureBasisu).setRequired(true);const t=d.getRoot().listTextures()[0];t.setImage(await encodeToKTX2(t.getImage(),{...o,generateMipmap:true,imageDecoder:dec,isKTX2File:true,isPerceptual:true,isSetKTX2SRGBTransferFunc:true})).setMimeType('image/ktx2');await save(n,d);}
