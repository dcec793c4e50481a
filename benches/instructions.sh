#!/usr/bin/env bash
# The instruction gate: what one character's frame costs, counted by callgrind, without noise.
#
#   benches/instructions.sh            counts, and compares with benches/instructions.txt
#   benches/instructions.sh --write    counts, and writes the figures of this rustc there
#
# Exit code 1 when a count has grown by more than 3 per cent or is over a goal. A rustc, SIMD path or model without
# figures is counted as skipped, with the request to write some. Needs valgrind (Debian), which it installs itself when
# root. Counts the bundled mannequin, and perf/pab.glb where RIGSCOPE_CORPUS names a folder with it, on every SIMD path
# of this machine. A count is (instructions of 2N rounds - those of N) / N, so that loading cancels out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
figures=benches/instructions.txt
rounds=${ROUNDS:-200}
rustc=$(rustc --version | cut -d' ' -f2)
write=${1:-}

command -v valgrind > /dev/null || {
  [ "$(id -u)" = 0 ] && apt-get install -y --no-install-recommends valgrind > /dev/null
  command -v valgrind > /dev/null || { echo 'instructions.sh needs valgrind (Debian: apt-get install valgrind)'; exit 1; }
}
cargo build --quiet --release --no-default-features --features instructions --bin instructions
program=${CARGO_TARGET_DIR:-target}/release/instructions
export program

models=(assets/models/mannequin.glb)
pab=${RIGSCOPE_CORPUS:-}/perf/pab.glb
[ ! -f "$pab" ] || models+=("$pab")

# At most, on pab with AVX2; the reference of the field, ozz-animation 0.16, takes 15276 and 23098.
goal() { case $1 in w1) echo 6900 ;; w2) echo 9300 ;; *) echo 0 ;; esac; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One line a run: path, model, workload, rounds. Long clips only tell something where clips are long.
for model in "${models[@]}"; do
  workloads=(w1 w2 seek w1-dqs sample sample-16-bit)
  [ "$model" != "$pab" ] || workloads+=(w1-long seek-long)
  for path in avx2 sse neon; do
    [ "$(RIGSCOPE_SIMD=$path "$program" "$model" path 0 2> /dev/null)" = "$path" ] || continue
    for workload in "${workloads[@]}"; do
      printf '%s\n' "$path $model $workload $rounds" "$path $model $workload $((2 * rounds))"
    done
  done
done > "$work/runs"

collected() { # collected PATH MODEL WORKLOAD ROUNDS
  local count
  count=$(RIGSCOPE_SIMD=$1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$2" "$3" "$4" 2>&1 |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
  echo "$1 $2 $3 $4 $count"
}
export -f collected
xargs -P "$(nproc)" -L 1 bash -c 'collected "$@"' _ < "$work/runs" > "$work/counts"

# Figures of other compilers, paths and models are kept.
grep -v '^#' "$figures" 2> /dev/null > "$work/known" || true
: > "$work/new"
passed=0 failed=0 skipped=0
while read -r path model workload n; do
  [ "$n" = "$rounds" ] || continue
  name=$(basename "$model" .glb)
  of() { awk -v k="$path $model $workload $1" '$1" "$2" "$3" "$4 == k { print $5 }' "$work/counts"; }
  count=$((($(of $((2 * rounds))) - $(of "$rounds")) / rounds))
  before=$(awk -v k="$rustc $name $path $workload" '$1" "$2" "$3" "$4 == k { print $5 }' "$work/known")
  echo "$rustc $name $path $workload $count" >> "$work/new"
  note='' verdict=passed
  if [ -z "$before" ]; then
    note=" (no figure for rustc $rustc)" verdict=skipped
  elif [ $((count * 100)) -gt $((before * 103)) ]; then
    note=" GREW from $before" verdict=failed
  fi
  limit=$(goal "$workload")
  if [ "$name $path" = 'pab avx2' ] && [ "$limit" != 0 ] && [ "$count" -gt "$limit" ]; then
    note="$note OVER the goal of $limit" verdict=failed
  fi
  case $workload in
    w1 | w1-long) forward=$count ;;
    seek | seek-long)
      if [ $((count * 100)) -gt $((forward * 125)) ]; then
        note="$note more than 1.25 of the next time ($forward)" verdict=failed
      fi ;;
    w1-dqs)
      # Palettes of a rigid rig; both models are.
      if [ "$path" = avx2 ]; then
        note="$note ($(awk "BEGIN { printf \"%.2f\", $count / $one }") of w1)"
      fi ;;
    sample) plain=$count ;;
    sample-16-bit) note="$note ($(awk "BEGIN { printf \"%.2f\", $count / $plain }") of sample)" ;;
  esac
  [ "$workload" != w1 ] || one=$count
  printf '%-10s %-7s %-10s %7d%s\n' "$name" "$path" "$workload" "$count" "$note"
  eval "$verdict=\$(($verdict + 1))"
done < "$work/runs"

if [ "$write" = --write ]; then
  {
    echo '# Instructions of one frame of one character: rustc, model, SIMD path, workload, count.'
    echo '# Written by benches/instructions.sh --write; that script says what is counted.'
    { cat "$work/new"; awk 'NR == FNR { new[$1" "$2" "$3" "$4]; next } !($1" "$2" "$3" "$4 in new)' "$work/new" "$work/known"; } | sort -V
  } > "$figures.part"
  mv "$figures.part" "$figures"
  echo "written to $figures"
elif [ $skipped != 0 ]; then
  echo "$figures has no figures for rustc $rustc on some of these: look at the counts above, then run"
  echo '  benches/instructions.sh --write'
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
