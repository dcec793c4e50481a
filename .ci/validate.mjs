// Khronos' validator over glTF files: node validate.mjs FILE.. (gltf-validator must be resolvable from here).
// An error or a warning fails a file; notes and hints are listed.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const validator = createRequire(process.cwd() + '/')('gltf-validator');
const WORDS = ['error', 'warning', 'note', 'hint'];
let passed = 0;
let failed = 0;
console.log(`gltf-validator ${validator.version()}`);
for (const path of process.argv.slice(2)) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), { uri: basename(path), maxIssues: 1000 });
  const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
  const bad = numErrors + numWarnings > 0;
  if (bad) failed += 1;
  else passed += 1;
  console.log(`${basename(path)}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} notes, ${numHints} hints`);
  const counts = new Map();
  for (const m of messages) {
    const key = `${WORDS[m.severity]} ${m.code}: ${m.message}`;
    const all = counts.get(key) ?? [];
    all.push(m.pointer);
    counts.set(key, all);
  }
  for (const [key, all] of counts) {
    const more = all.length > 1 ? ` and ${all.length - 1} more` : '';
    console.log(`  ${key} (${all[0]}${more})`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
