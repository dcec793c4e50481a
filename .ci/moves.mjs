// What `rigscope compress` writes moves as before in three.js: node moves.mjs RIGSCOPE OUT FILE.. (beside load.mjs and apart.mjs).
//
// Both files are played by three.js. At 41 moments of every clip no node, nor a point one per cent of the model's size away
// from it, may be farther from where it was than the tolerance.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AnimationMixer } from 'three';
import { apart } from './apart.mjs';
import { loaded } from './load.mjs';

const MOMENTS = 41;
const [viewer, out, ...files] = process.argv.slice(2);
mkdirSync(out, { recursive: true });

/** World matrices by node of the file, for each clip and moment. */
async function moves(file) {
  const gltf = await loaded(file);
  const nodes = [];
  gltf.scene.traverse((thing) => {
    const node = gltf.parser.associations.get(thing)?.nodes;
    if (node !== undefined) nodes.push([node, thing]);
  });
  const mixer = new AnimationMixer(gltf.scene);
  return gltf.animations.map((clip) => {
    mixer.stopAllAction();
    mixer.clipAction(clip).play();
    const moments = Array.from({ length: MOMENTS }, (_, k) => {
      mixer.setTime(((k + 0.37) / MOMENTS) * clip.duration);
      gltf.scene.updateMatrixWorld(true);
      return new Map(nodes.map(([node, thing]) => [node, thing.matrixWorld.toArray()]));
    });
    return { name: clip.name, duration: clip.duration, moments };
  });
}

/** The largest distance of any node in two poses. */
function farthest(a, b, radius) {
  return Math.max(0, ...Array.from(a, ([node, m]) => (b.has(node) ? apart(m, b.get(node), radius) : Infinity)));
}

let passed = 0, failed = 0;
for (const file of files) {
  const before = await moves(file);
  for (const extra of [[], ['--meshopt']]) {
    const made = join(out, `${basename(file, '.glb')}${extra.length ? '_meshopt' : ''}.glb`);
    const report = JSON.parse(execFileSync(viewer, ['compress', file, '-o', made, '--json', ...extra], { stdio: ['ignore', 'pipe', 'ignore'] }));
    const tolerance = report.tolerance.units, size = tolerance / (report.tolerance.per_cent / 100);
    const after = await moves(made);
    let most = 0, same = after.length === before.length;
    before.forEach((clip, c) => {
      same &&= after[c]?.name === clip.name && Math.abs(after[c].duration - clip.duration) < 1e-6;
      clip.moments.forEach((moment, k) => { most = Math.max(most, farthest(moment, after[c]?.moments[k] ?? new Map(), 0.01 * size)); });
    });
    const holds = same && before.length > 0 && most <= 1.01 * tolerance + 1e-6 * size;
    if (holds) passed += 1; else failed += 1;
    console.log(`${basename(made)}: ${most.toPrecision(3)} of ${tolerance.toPrecision(3)} units${same ? '' : ', other clips'}${holds ? '' : '  TOO FAR'}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
