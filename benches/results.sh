#!/usr/bin/env bash
# Writes benches/RESULTS.md: every figure that is promised, the machine, the date.
#
#   benches/results.sh            all of it: about an hour on two cores
#   benches/results.sh --no-build leaves out the cold build
#
# Measures the bundled characters, and the measuring files below RIGSCOPE_CORPUS where that names a folder. Needs valgrind,
# npm, Python 3 and Chromium. Trust ratios within one file, never times of two.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CARGO_TERM_COLOR=never
out=benches/RESULTS.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=${CARGO_TARGET_DIR:-target}/release/rigscope

cold='not measured'
if [ "${1:-}" != --no-build ]; then
  began=$SECONDS
  CARGO_TARGET_DIR="$work/cold" cargo build --quiet --release
  cold="$((SECONDS - began)) s"
  rm -rf "$work/cold"
fi
cargo build --quiet --release
cp "$program" "$work/stripped"
strip "$work/stripped"

models=(sample:mannequin sample:long_neck)
for file in perf/pab.glb corpus/files/{fox/Fox,cesium_man/CesiumMan,robot/robot,knight/Knight}.glb; do
  [ ! -f "${RIGSCOPE_CORPUS:-/nowhere}/$file" ] || models+=("$RIGSCOPE_CORPUS/$file")
done
for model in "${models[@]}"; do
  echo "bench $model" >&2
  # A file's place on this machine is nobody's business.
  "$program" bench "$model" --seconds 30 --json | sed "s|${RIGSCOPE_CORPUS:-/nowhere}/[^\"]*/||"
done > "$work/bench"
echo 'first pictures' >&2
for model in "${models[@]}"; do
  least=999999
  for _ in 1 2 3 4 5; do
    began=$(date +%s%N)
    "$program" render "$model" -o "$work/first.png" --size 800x800 2> /dev/null
    took=$((($(date +%s%N) - began) / 1000000))
    [ $took -ge $least ] || least=$took
  done
  echo "$(basename "${model#sample:}" .glb) $least"
done > "$work/first"
echo instructions >&2
benches/instructions.sh > "$work/instructions" || true
echo ratios >&2
cargo bench --quiet --bench core -- ratios > "$work/ratios" || true
cargo bench --quiet --bench views > "$work/views" || true
echo peers >&2
benches/peers.sh > "$work/peers" || true
benches/first_picture.sh > "$work/pictures" || true
echo compression >&2
files=()
# A file in centimetres is told by its units.
for file in perf/pab.glb:1 corpus/files/{fox/Fox.glb:100,cesium_man/CesiumMan.glb:1,robot/robot.glb:1,knight/Knight.glb:1}; do
  [ ! -f "${RIGSCOPE_CORPUS:-/nowhere}/${file%:*}" ] || files+=("$RIGSCOPE_CORPUS/$file")
done
cargo run --quiet --release --no-default-features --example compression -- "${files[@]}" > "$work/codecs"
.ci/deep compress > "$work/packers" 2>&1 || true

{
  echo '# Results'
  echo
  echo "Written by \`benches/results.sh\`; nothing here is typed. $(date -u +%Y-%m-%d), rustc $(rustc --version | cut -d' ' -f2), $(git rev-parse --short HEAD)."
  echo 'Trust the ratios and the instruction counts; times are the best of many rounds on a machine that does other things, too.'
  echo
  python3 - "$work/bench" "$work/first" << 'PY'
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
first = dict(line.split() for line in open(sys.argv[2]))
name = lambda r: r['file'].removeprefix('sample:').rsplit('/', 1)[-1].removesuffix('.glb')
m, gpu = rows[0]['machine'], next((r['gpu'] for r in rows if r['gpu']), None)
print(f"Machine: {m['cpu'] or m['arch']}, {m['cores']} cores, {m['os']}; SIMD path {rows[0]['core']['simd']}; "
      f"graphics: {gpu['device'] if gpu else 'none'}.\n")
print('## One frame of one character, nanoseconds on one core\n')
print('| file | joints | W1 | W1 at random times | W2 | 8 layers | W1, DQ palette | readable W1, W2 | 1,000 crossfading, ms | with DQ palettes, ms | a character of them / W2 |')
print('|---|---|---|---|---|---|---|---|---|---|---|')
for r in rows:
    c = r['core']
    print(f"| {name(r)} | {c['joints']} | {c['one_clip_ns']:.0f} | {c['random_times_ns']:.0f} | {c['two_clips_ns']:.0f} | {c['eight_layers_ns']:.0f} "
          f"| {c['one_clip_dual_quaternions_ns']:.0f} | {c['readable_one_clip_ns']:.0f}, {c['readable_two_clips_ns']:.0f} "
          f"| {c['crowd_ms']:.2f} | {c['crowd_dual_quaternions_ms']:.2f} | {c['crowd_per_character']:.2f} |")
print('\nW1: sample one clip, local to model, palette. W2: two clips and a blend.\n')
print('## One vertex with its normal on the processor, nanoseconds\n')
print('| file | vertices | LBS | DQS | readable LBS, DQS |\n|---|---|---|---|---|')
for r in rows:
    s = r['core']['skin']
    if s:
        print(f"| {name(r)} | {s['vertices']} | {s['lbs_ns']:.2f} | {s['dqs_ns']:.2f} | {s['readable_lbs_ns']:.1f}, {s['readable_dqs_ns']:.1f} |")
if gpu:
    print(f"\n## Frames of {gpu['width']} x {gpu['height']}\n")
    print('| file | 1 character, fps | 100 | 1,000 | LBS, million vertices/s | DQS | a DQS frame / an LBS frame | start to first picture (800 x 800 PNG), ms |\n|---|---|---|---|---|---|---|---|')
    for r in rows:
        g = r['gpu']
        fps = ' | '.join(f"{f['frames_per_second']:.1f}" if f['frames_per_second'] else 'left out' for f in g['frames'])
        s = g['skinning']
        skin = f"{s['lbs_vertices_per_second'] / 1e6:.1f} | {s['dqs_vertices_per_second'] / 1e6:.1f} | {s['dqs_to_lbs']:.2f}" if s else '| |'
        print(f"| {name(r)} | {fps} | {skin} | {first.get(name(r), '')} |")
PY
  for part in 'instructions:Instructions of one frame (callgrind)' 'ratios:Ratios within one run' 'views:Two ways to skin in one picture' 'peers:Against three.js' \
    'pictures:Start to first picture, milliseconds'; do
    printf '\n## %s\n\n```\n' "${part#*:}"
    sed "s|${RIGSCOPE_CORPUS:-/nowhere}/||g" "$work/${part%%:*}"
    echo '```'
  done
  printf '\n## Compression in the laboratory\n\n'
  echo 'All clips of a model; errors at the six ends of a shell of 3 cm around each joint against double precision, on all key times'
  printf 'and between (`examples/compression.rs`).\n\n'
  cat "$work/codecs"
  printf '\n## Compressed files beside gltfpack and gltf-transform\n\n'
  echo "Bytes of a file's animation data and of the JSON that describes it, ours made to be off no more than theirs"
  printf '(`.ci/deep compress`).\n\n'
  grep '^|' "$work/packers" || echo 'Not measured in this run.'
  grep -E '^[0-9]+ passed|^[^|]* beside .*:' "$work/packers" | sed 's/^/\n/' || true
  printf '\n## The program\n\n'
  echo "Release binary: $(stat -c %s "$program") bytes, $(stat -c %s "$work/stripped") without line tables. Cold release build: $cold."
} > "$out.part"
mv "$out.part" "$out"
echo "written to $out"
