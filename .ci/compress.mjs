// What `rigscope compress` writes, looked at by others: node compress.mjs RIGSCOPE OUT FILE.. (gltf-validator, gltfpack and
// @gltf-transform/cli must be resolvable from here).
//
// 1. Khronos' validator says nothing of the result that it does not say of the model itself.
// 2. Beside gltfpack and gltf-transform: bytes of animation data, and of the JSON that says what they are, at equal measured
//    error. Each of theirs is made first, what it is off is measured on the posed nodes (a shell around each), and ours is
//    made to be off no more.
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync, mkdirSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { apart } from './apart.mjs';

const [viewer, out, ...files] = process.argv.slice(2);
const require = createRequire(process.cwd() + '/');
const validator = require('gltf-validator');
const bin = (name) => join(process.cwd(), 'node_modules', '.bin', name);
mkdirSync(out, { recursive: true });
let passed = 0, failed = 0;

async function messages(path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), { uri: basename(path), maxIssues: 0, externalResourceFunction: async () => new Uint8Array() });
  const counts = new Map();
  for (const m of report.issues.messages) counts.set(m.code, (counts.get(m.code) ?? 0) + 1);
  return counts;
}

function json(path) {
  const bytes = readFileSync(path);
  return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
}

// Bytes of the views that only animations use, packed ones as packed, and of the JSON that says so.
function animationBytes(path) {
  const doc = json(path);
  const mine = new Set(), others = new Set();
  for (const a of doc.animations ?? []) for (const s of a.samplers) { mine.add(s.input); mine.add(s.output); }
  const inverse = new Set((doc.skins ?? []).map((s) => s.inverseBindMatrices));
  const views = new Map();
  (doc.accessors ?? []).forEach((a, i) => {
    if (a.bufferView === undefined) return;
    if (mine.has(i) && !inverse.has(i)) views.set(a.bufferView, (views.get(a.bufferView) ?? true));
    else views.set(a.bufferView, false);
  });
  let data = 0;
  for (const [view, only] of views) {
    if (!only) continue;
    const v = doc.bufferViews[view];
    const packed = v.extensions?.EXT_meshopt_compression ?? v.extensions?.KHR_meshopt_compression ?? v;
    data += packed.byteLength;
  }
  const text = JSON.stringify(doc.animations ?? []).length + [...mine].reduce((n, i) => n + JSON.stringify(doc.accessors[i]).length, 0);
  return { data, text };
}

function run(...args) { return execFileSync(args[0], args.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 }); }

// World matrices by node name at some instants of every clip.
function poses(path) {
  const doc = json(path);
  const all = [];
  for (const [c, animation] of (doc.animations ?? []).entries()) {
    const last = Math.max(...animation.samplers.map((s) => doc.accessors[s.input].max[0]));
    for (let k = 0; k <= 20; k++) {
      const dump = join(out, 'pose.json');
      run(viewer, 'pose', path, '--clip', `#${c}`, '--time', String((last * k) / 20.13), '--dump', dump);
      const nodes = JSON.parse(readFileSync(dump)).nodes;
      const byName = new Map();
      for (const [i, m] of Object.entries(nodes)) { const name = doc.nodes[i].name; if (name) byName.set(name, m); }
      all.push(byName);
    }
  }
  return all;
}

// The largest distance of a shell's points around any joint; the shell is 2 % of the model's size.
function farthest(a, b, joints, radius) {
  let worst = 0;
  a.forEach((pose, k) => {
    for (const name of joints) {
      const m = pose.get(name), n = b[k]?.get(name);
      if (m && n) worst = Math.max(worst, apart(m, n, radius));
    }
  });
  return worst;
}

const rows = [];
for (const file of files) {
  const name = basename(file, '.glb');
  const before = await messages(file);
  for (const extra of [[], ['--meshopt']]) {
    const made = join(out, `${name}${extra.length ? '_meshopt' : ''}.glb`);
    run(viewer, 'compress', file, '-o', made, ...extra);
    const after = await messages(made);
    const fresh = [...after].filter(([code, n]) => n > (before.get(code) ?? 0) && code !== 'UNSUPPORTED_EXTENSION');
    if (fresh.length) { failed++; console.log(`${basename(made)}: new messages ${JSON.stringify(fresh)}`); }
    else { passed++; console.log(`${basename(made)}: no new message`); }
  }
  const doc = json(file);
  const joints = new Set((doc.skins ?? []).flatMap((s) => s.joints).map((i) => doc.nodes[i].name).filter(Boolean));
  if (joints.size === 0) continue;
  const report = JSON.parse(run(viewer, 'compress', file, '-o', join(out, 'x.glb'), '--json'));
  const size = report.tolerance.units / (report.tolerance.per_cent / 100);
  const radius = 0.02 * size;
  const right = poses(file);
  const theirs = [
    ['gltfpack', [bin('gltfpack'), '-i', file, '-o', join(out, `${name}_gltfpack.glb`), '-cc', '-noq', '-kn', '-km', '-ke', '-af', '0', '-at', '16', '-ar', '16', '-as', '16'], join(out, `${name}_gltfpack.glb`)],
    ['gltf-transform resample', [bin('gltf-transform'), 'resample', file, join(out, `${name}_resample.glb`), '--tolerance', '1e-4'], join(out, `${name}_resample.glb`)],
  ];
  for (const [tool, command, made] of theirs) {
    try { run(...command); } catch (e) { console.log(`${tool} on ${name}: ${e.message.split('\n')[0]}`); failed++; continue; }
    if (!existsSync(made)) { failed++; continue; }
    const error = farthest(right, poses(made), joints, radius);
    const ours = join(out, `${name}_ours.glb`);
    const meshopt = tool === 'gltfpack' ? ['--meshopt'] : [];
    // As far off as theirs, measured in the same way: first with that as the tolerance, which is kept on the skin and not on
    // these points, then with what it takes to be as far off here, but no farther.
    const most = error + 1e-6;
    let tolerance = Math.max(error, 1e-6), own = Infinity, b = null;
    for (let round = 0; round < 4 && !(own <= most && own > 0.9 * most); round++) {
      run(viewer, 'compress', file, '-o', ours, '--tolerance', `${tolerance * 1000}mm`, ...meshopt);
      const off = farthest(right, poses(ours), joints, radius), bytes = animationBytes(ours);
      const isBetter = !b || (own > most ? off < own : off <= most && bytes.data < b.data);
      if (isBetter) [own, b] = [off, bytes];
      tolerance *= Math.min(3, Math.max(0.2, 0.96 * most / Math.max(off, 1e-12)));
    }
    const a = animationBytes(made);
    rows.push(`| ${name} | ${tool} | ${(1000 * error).toPrecision(3)} | ${a.data} + ${a.text} | ${(1000 * own).toPrecision(3)} | ${b.data} + ${b.text} |`);
    const faults = [];
    if (own > most) faults.push('ours is farther off');
    if (b.data > a.data) faults.push('our data is not smaller');
    if (b.data + b.text > a.data + a.text) faults.push('our data and JSON are not smaller');
    if (faults.length === 0) passed++;
    else { failed++; console.log(`${name} beside ${tool}: ${faults.join(', ')}`); }
  }
}
const head = '| model | beside | theirs is off, model mm | their bytes + JSON | ours is off | our bytes + JSON |\n|---|---|---|---|---|---|';
console.log([head, ...rows].join('\n'));
writeFileSync(join(out, 'table.md'), [head, ...rows, ''].join('\n'));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
