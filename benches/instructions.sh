#!/usr/bin/env bash
# The instruction gate: what one character's frame costs, counted by callgrind, without noise.
#
#   benches/instructions.sh            counts, and compares with benches/instructions.txt
#   benches/instructions.sh --write    counts, and writes the figures of this rustc there
#
# Exit code 1 when a count has grown by more than 3 per cent or is over a goal, 2 when there are no figures for this
# rustc, path or model. Needs valgrind. Counts the bundled mannequin, and perf/pab.glb where RIGSCOPE_CORPUS names a
# folder with it, on every SIMD path of this machine. A count is (instructions of 2N rounds - those of N) / N, so that
# loading cancels out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
figures=benches/instructions.txt
rounds=${ROUNDS:-200}
rustc=$(rustc --version | cut -d' ' -f2)
write=${1:-}

command -v valgrind > /dev/null || { echo "instructions.sh needs valgrind (Debian: apt-get install valgrind)"; exit 2; }
cargo build --quiet --release --no-default-features --features instructions --bin instructions
program=${CARGO_TARGET_DIR:-target}/release/instructions

models=(assets/models/mannequin.glb)
pab=${RIGSCOPE_CORPUS:-}/perf/pab.glb
[ ! -f "$pab" ] || models+=("$pab")

collected() { # collected PATH MODEL WORKLOAD ROUNDS
  RIGSCOPE_SIMD=$1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$2" "$3" "$4" 2>&1 |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# At most, on pab with AVX2; the reference of the field, ozz-animation 0.16, takes 15276 and 23098.
goal() { case $1 in w1) echo 6900 ;; w2) echo 9300 ;; *) echo 0 ;; esac; }

# Figures of other compilers, paths and models are kept.
known=$(mktemp)
trap 'rm -f "$known" "$known.new"' EXIT
grep -v '^#' "$figures" 2> /dev/null > "$known" || true
: > "$known.new"
bad=0 missing=0
for model in "${models[@]}"; do
  name=$(basename "$model" .glb)
  for path in avx2 sse neon scalar; do
    [ "$(RIGSCOPE_SIMD=$path "$program" "$model" path 0 2> /dev/null)" = "$path" ] || continue
    for workload in w1 w2 seek w1-long seek-long w1-dqs; do
      once=$(collected $path "$model" $workload "$rounds")
      twice=$(collected $path "$model" $workload $((2 * rounds)))
      count=$(((twice - once) / rounds))
      before=$(awk -v k="$rustc $name $path $workload" '$1" "$2" "$3" "$4 == k { print $5 }' "$known")
      echo "$rustc $name $path $workload $count" >> "$known.new"
      note=
      if [ -z "$before" ]; then
        note=" (no figure for rustc $rustc)"; missing=1
      elif [ $((count * 100)) -gt $((before * 103)) ]; then
        note=" GREW from $before"; bad=1
      fi
      limit=$(goal $workload)
      if [ "$name $path" = 'pab avx2' ] && [ "$limit" != 0 ] && [ "$count" -gt "$limit" ]; then
        note="$note OVER the goal of $limit"; bad=1
      fi
      printf '%-10s %-7s %-10s %7d%s\n' "$name" "$path" "$workload" "$count" "$note"
      case $workload in
        w1 | w1-long) forward=$count ;;
        seek | seek-long)
          if [ $((count * 100)) -gt $((forward * 125)) ]; then
            echo "  a random time costs more than 1.25 of the next one ($forward)"; bad=1
          fi ;;
      esac
    done
  done
done
if [ "$write" = --write ]; then
  {
    echo '# Instructions of one frame of one character: rustc, model, SIMD path, workload, count.'
    echo '# Written by benches/instructions.sh --write; that script says what is counted.'
    { cat "$known.new"; awk 'NR == FNR { new[$1" "$2" "$3" "$4]; next } !($1" "$2" "$3" "$4 in new)' "$known.new" "$known"; } | sort -V
  } > "$figures.part"
  mv "$figures.part" "$figures"
  echo "written to $figures"
  exit $bad
fi
if [ $missing = 1 ]; then
  echo "$figures has no figures for rustc $rustc on some of these: look at the counts above, then run"
  echo "  benches/instructions.sh --write"
  exit 2
fi
exit $bad
