#!/usr/bin/env bash
# rigscope against three.js, in one run: one clip and two clips of every file, in turn, the best of each.
#
#   benches/peers.sh [MODEL.glb ..]
#
# Without models: the bundled characters, and the measuring files below RIGSCOPE_CORPUS where that names a folder. Exit code
# 1 if rigscope is less than 20 times faster on any of them. Needs npm; what it installs lies under RIGSCOPE_PEERS
# (target/peers).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rounds=${ROUNDS:-3}
place=${RIGSCOPE_PEERS:-${CARGO_TARGET_DIR:-target}/peers}
command -v npm > /dev/null || { echo 'npm is missing (Debian: npm)'; exit 1; }
mkdir -p "$place"
cp benches/peers/{package.json,load.mjs,three.mjs} "$place/"
npm install --prefix "$place" --no-audit --no-fund --silent
cargo build --quiet --release --no-default-features --features instructions --bin instructions
program=${CARGO_TARGET_DIR:-target}/release/instructions

models=("$@")
if [ ${#models[@]} = 0 ]; then
  models=(assets/models/mannequin.glb assets/models/long_neck.glb)
  for file in perf/pab.glb corpus/files/{fox/Fox,cesium_man/CesiumMan,robot/robot}.glb; do
    [ ! -f "${RIGSCOPE_CORPUS:-/nowhere}/$file" ] || models+=("$RIGSCOPE_CORPUS/$file")
  done
fi

passed=0 failed=0
printf '%-18s %10s %10s %7s %10s %10s %7s\n' model 'W1 ns' 'three.js' ratio 'W2 ns' 'three.js' ratio
for model in "${models[@]}"; do
  for _ in $(seq "$rounds"); do
    "$program" "$model" time 4000
    node "$place/three.mjs" "$model" 3
  done > "$place/lines"
  line=$(node - "$place/lines" "$(basename "$model")" << 'JS'
const lines = require('fs').readFileSync(process.argv[2], 'utf8').trim().split('\n').map(JSON.parse);
const least = (of, key) => Math.min(...lines.filter(of).map((l) => l[key]));
const ours = (l) => l.engine.startsWith('rigscope');
const theirs = (l) => !ours(l);
const cells = ['one_clip_ns', 'two_clips_ns'].flatMap((key) => {
  const [a, b] = [least(ours, key), least(theirs, key)];
  return [a.toFixed(0).padStart(10), b.toFixed(0).padStart(10), (b / a).toFixed(1).padStart(7)];
});
const fast = ['one_clip_ns', 'two_clips_ns'].every((key) => least(theirs, key) >= 20 * least(ours, key));
console.log(`${process.argv[3].padEnd(18)} ${cells.join(' ')}${fast ? '' : '  LESS THAN 20'}`);
JS
  )
  echo "$line"
  case $line in *LESS*) failed=$((failed + 1)) ;; *) passed=$((passed + 1)) ;; esac
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
