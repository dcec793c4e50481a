// A model as three.js reads it, without its pictures: Node has nothing to decode them with.
import { readFileSync } from 'node:fs';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

globalThis.self ??= globalThis;

function withoutPictures(bytes) {
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + length).toString('utf8'));
  for (const key of ['images', 'textures', 'samplers', 'materials', 'extensions', 'extensionsUsed', 'extensionsRequired']) delete json[key];
  for (const mesh of json.meshes ?? []) for (const p of mesh.primitives) { delete p.material; delete p.extensions; }
  for (const node of json.nodes ?? []) delete node.extensions;
  let text = JSON.stringify(json);
  text += ' '.repeat((4 - Buffer.byteLength(text) % 4) % 4);
  const head = Buffer.alloc(20);
  const rest = bytes.subarray(20 + length);
  const whole = Buffer.concat([head, Buffer.from(text), rest]);
  bytes.copy(head, 0, 0, 20);
  whole.set(head.subarray(0, 8));
  whole.writeUInt32LE(whole.length, 8);
  whole.writeUInt32LE(Buffer.byteLength(text), 12);
  bytes.copy(whole, 16, 16, 20);
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
}

/** What `GLTFLoader` makes of a .glb file. */
export const loaded = (file) => new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(withoutPictures(readFileSync(file)), '');
