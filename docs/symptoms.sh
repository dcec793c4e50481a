#!/usr/bin/env bash
# Makes every picture of docs/symptoms.md again, by the program itself: docs/symptoms.sh [BINARY]
# The lines `scene` and `fault` below are also what tests/app/symptoms.rs writes docs/symptoms.md from.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
binary=${1:-}
if [ -z "$binary" ]; then
  cargo build --release
  binary=${CARGO_TARGET_DIR:-target}/release/rigscope
fi
out=docs/symptoms
mkdir -p "$out"
sick=$(mktemp -d)
trap 'rm -rf "$sick"' EXIT
python3 docs/symptoms.py assets/models/twist_bar.glb "$sick"
look=(--size 440x330 --transparent --overlay skeleton)

declare -A scenes
# scene NAME ARGS...: what is right, as right-NAME.png.
scene() {
  local name=$1
  shift
  scenes[$name]="$*"
  eval "\"\$binary\" render ${scenes[$name]} \"\${look[@]}\" -o \"\$out/right-\$name.png\""
}
# fault WORD SCENE: the same, wrong, as WORD.png.
fault() {
  eval "\"\$binary\" render ${scenes[$2]} \"\${look[@]}\" --teach \"\$1\" -o \"\$out/\$1.png\""
}

scene bend sample:twist_bar --clip Bend --time 1 --zoom 0.59
scene bend-far sample:twist_bar --clip Bend --time 1 --zoom 0.48
scene bend-dqs sample:twist_bar --clip Bend --time 1.5 --zoom 0.94 --skinning dqs
scene elbow sample:chapter_rig --clip "'C shoulder 90, elbow 30'" --time 1 --zoom 0.8
scene late sample:chapter_rig --clip "'A late first key'" --time 0 --zoom 0.8
scene turn sample:chapter_rig --clip "'E shoulder 170'" --time 0.5 --zoom 0.8
scene flipped sample:chapter_rig --clip "'A flipped sign'" --time 0.1 --zoom 0.8
scene fade sample:chapter_rig --blend-clip "'C shoulder 90, elbow 30'" --blend-time 1 --blend-weight 0.5 --focus Elbow --zoom 1.05
scene arms sample:chapter_rig --clip "'D rotated bind, shoulder 90, elbow 75'" --time 1 --pitch 14 --yaw 20 --focus "'Elbow, rotated bind'" --zoom 0.68
scene squashed '"$sick/squashed.glb"' --zoom 0.43
scene two-sets '"$sick/two_sets.glb"' --zoom 0.56
scene moved-node '"$sick/moved_node.glb"' --clip Wave --time 1 --zoom 0.51
scene heavy-weights '"$sick/heavy_weights.glb"' --zoom 0.56
scene doubled '"$sick/doubled.glb"' --clip Bend --time 1 --zoom 0.59
scene five '"$sick/five.glb"' --zoom 0.56

fault first-key-not-held late
fault unnormalised-nlerp turn
fault long-way-slerp flipped
fault scale-dropped squashed
fault blended-matrices fade
fault children-first bend
fault local-times-parent elbow
fault no-inverse-bind bend-far
fault wrong-side bend-far
fault translation-only-inverse arms
fault half-inverse arms
fault uninverted-rotation arms
fault transposed-palette bend
fault shuffled-joints bend
fault no-sign-alignment bend-dqs
fault second-set-ignored two-sets
fault node-transform-applied moved-node
fault raw-weights heavy-weights
fault doubled-last-wins doubled
fault four-influences five
