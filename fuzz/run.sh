#!/usr/bin/env bash
# Coverage-guided fuzzing with nothing but Rust and a C++ compiler; see README.md.
#
#   fuzz/run.sh seed [FOLDER...]      fills fuzz/corpus from our own assets, and from every .glb and .gltf below FOLDER
#   fuzz/run.sh TARGET SECONDS [...]  fuzzes one target; more arguments go to libFuzzer
#   fuzz/run.sh smoke SECONDS         every target for its share of the time, from the seeds alone
#   fuzz/run.sh replay TARGET FILE    runs one input
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
targets=(glb json_to_model accessors animation whole meshopt draco pictures)
host=$(rustc -vV | sed -n 's/^host: //p')
# What cargo-fuzz sets: AddressSanitizer, and the counters and comparisons that libFuzzer goes by. The compiler is the
# stable one; these flags are all that needs the switch.
export RUSTC_BOOTSTRAP=1 CARGO_INCREMENTAL=0
export RUSTFLAGS="-Zsanitizer=address -Cpasses=sancov-module -Ccodegen-units=1 --cfg fuzzing \
  -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
  -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_odr_violation=0:detect_leaks=0:allocator_may_return_null=0}
target_dir=${FUZZ_TARGET_DIR:-$PWD/target}

build() { cargo build --quiet --release --bins --target "$host" --target-dir "$target_dir"; }
binary() { printf '%s/%s/release/%s' "$target_dir" "$host" "$1"; }
known() { [[ " ${targets[*]} " = *" $1 "* ]] || { echo "no such target: $1 (there are: ${targets[*]})" >&2; exit 2; }; }

# An input that takes 20 s or 1 GiB is a finding: files are 32 KiB at most and may expand to 4 MiB.
limits=(-timeout=20 -rss_limit_mb=1024 -malloc_limit_mb=256 -max_len=32768)

fuzz() { # fuzz TARGET SECONDS CORPUS ARGS...
  local target=$1 seconds=$2 corpus=$3
  shift 3
  mkdir -p "$corpus" "artifacts/$target"
  "$(binary "$target")" "${limits[@]}" -max_total_time="$seconds" -artifact_prefix="artifacts/$target/" \
    -print_final_stats=1 "$@" "$corpus"
}

case ${1:-} in
seed)
  shift
  build
  "$(binary seed)" corpus ../tests/data/meshopt.txt ../assets/cases ../assets/models "$@"
  ;;
smoke)
  seconds=${2:?seconds}
  build
  corpora=$(mktemp -d)
  trap 'rm -rf "$corpora"' EXIT
  "$(binary seed)" "$corpora" ../tests/data/meshopt.txt ../assets/cases ../assets/models
  for target in "${targets[@]}"; do
    log=$corpora/$target.log
    # Always from the same number: a gate that fails by luck is none.
    if fuzz "$target" $((seconds / ${#targets[@]})) "$corpora/$target" -seed=1 >"$log" 2>&1; then
      echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions, no finding (1 passed)"
    else
      tail -n 60 "$log"
      echo "$target: 1 failed; the input is in fuzz/artifacts/$target"
      exit 1
    fi
  done
  ;;
replay)
  known "${2:?target}"
  build
  "$(binary "$2")" "${limits[@]}" "${3:?file}"
  ;;
'' | -h | --help) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" ;;
*)
  known "$1"
  target=$1 seconds=${2:?seconds}
  shift 2
  build
  fuzz "$target" "$seconds" "corpus/$target" "$@"
  ;;
esac
