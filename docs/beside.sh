#!/usr/bin/env bash
# rigscope beside three.js, under the same light: makes the pictures and figures of docs/beside.md again.
#
#   docs/beside.sh [BINARY [NAME ..]]
#
# With names, only these rows. BESIDE_MODELS names a folder with models of other people; those that it lacks are left out.
# BESIDE_OUT is where the sheets go (docs/beside). Needs Node, npm, Python 3 and Chromium (CHROMIUM names it); what it
# installs lies under RIGSCOPE_PEERS (target/beside).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
binary=${1:-}
if [ -z "$binary" ]; then
  cargo build --release
  binary=${CARGO_TARGET_DIR:-target}/release/rigscope
fi
names=("${@:2}")
place=${RIGSCOPE_PEERS:-${CARGO_TARGET_DIR:-target}/beside}
mkdir -p "$place"
place=$(realpath "$place")
out=${BESIDE_OUT:-docs/beside}
mkdir -p "$out" "$place"/{probes,ours,flat,theirs}
cp docs/beside/package.json docs/beside/three.mjs "$place/"
npm install --prefix "$place" --no-audit --no-fund --silent
[ -d "$place/python" ] || python3 -m venv "$place/python"
python=$place/python/bin/python
"$python" -m pip install --quiet -r docs/beside/requirements.txt
"$python" docs/beside/sky.py "$place/sky.hdr"
"$python" docs/beside/probes.py "$place/probes"
"$python" docs/beside/prepare.py "$binary" assets/models "$place" "${BESIDE_MODELS:-/nowhere}" "${names[@]}"
"$python" docs/beside/draw.py "$binary" "$place"
node "$place/three.mjs" "$place/jobs.json" "$place/theirs" "$place/sky.hdr"
"$python" docs/beside/sheet.py "$place" "$out"
