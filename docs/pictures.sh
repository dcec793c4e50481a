#!/usr/bin/env bash
# Makes every picture of README.md and docs/ again, by the program itself.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cargo build --release
rigscope() { "${CARGO_TARGET_DIR:-target}/release/rigscope" "$@"; }
out=docs/pictures
mkdir -p "$out"
rigscope render sample:twist_bar --clip Twist --time 2 --methods lbs,dqs --view side --size 1280x720 -o "$out/twist_bar.png"
