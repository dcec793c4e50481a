#!/usr/bin/env bash
# From the start of the process to the first picture, 800 x 800 as PNG, without a display: rigscope, F3D and three.js in
# Chromium in turn, the best of several rounds.
#
#   benches/first_picture.sh [MODEL.glb ..]
#
# Without models: Fox below RIGSCOPE_CORPUS where that names a folder, else the bundled mannequin. Exit code 1 if another
# program is ahead. Needs npm, Python 3 and Chromium (CHROMIUM names it); what it installs lies under RIGSCOPE_PEERS
# (target/peers).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rounds=${ROUNDS:-5}
place=${RIGSCOPE_PEERS:-${CARGO_TARGET_DIR:-target}/peers}
for program in npm python3 "${CHROMIUM:-chromium}"; do
  command -v "$program" > /dev/null || { echo "$program is missing (Debian: npm, python3-venv, chromium)"; exit 1; }
done
mkdir -p "$place"
cp benches/peers/package.json benches/peers/first.mjs benches/peers/first.py "$place/"
npm install --prefix "$place" --no-audit --no-fund --silent
[ -d "$place/python" ] || python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check f3d==4.0.0
cargo build --quiet --release
ours=${CARGO_TARGET_DIR:-target}/release/rigscope

models=("$@")
if [ ${#models[@]} = 0 ]; then
  models=(assets/models/mannequin.glb)
  fox="${RIGSCOPE_CORPUS:-/nowhere}/corpus/files/fox/Fox.glb"
  [ ! -f "$fox" ] || models=("$fox")
fi

# milliseconds COMMAND..: how long it takes; it must leave a picture behind.
milliseconds() {
  local began
  rm -f "$place/first.png"
  began=$(date +%s%N)
  "$@" > /dev/null 2> "$place/first.log" || { cat "$place/first.log" >&2; return 1; }
  [ -s "$place/first.png" ] || { echo "$1 left no picture" >&2; return 1; }
  echo $((($(date +%s%N) - began) / 1000000))
}

least() { [ "$1" -lt "$2" ] && echo "$1" || echo "$2"; }

passed=0 failed=0
printf '%-18s %12s %8s %10s\n' model 'rigscope ms' F3D three.js
for model in "${models[@]}"; do
  a=999999 b=999999 c=999999
  for _ in $(seq "$rounds"); do
    a=$(least "$a" "$(milliseconds "$ours" render "$model" -o "$place/first.png" --size 800x800)")
    b=$(least "$b" "$(milliseconds "$place/python/bin/python" "$place/first.py" "$model" "$place/first.png")")
    c=$(least "$c" "$(milliseconds node "$place/first.mjs" "$model" "$place/first.png")")
  done
  if [ "$a" -lt "$b" ] && [ "$a" -lt "$c" ]; then
    passed=$((passed + 1)) note=''
  else
    failed=$((failed + 1)) note='  BEHIND'
  fi
  printf '%-18s %12s %8s %10s%s\n' "$(basename "$model")" "$a" "$b" "$c" "$note"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
