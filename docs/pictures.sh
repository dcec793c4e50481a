#!/usr/bin/env bash
# Makes every picture of README.md and docs/ again, by the program itself: docs/pictures.sh [BINARY]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
binary=${1:-}
if [ -z "$binary" ]; then
  cargo build --release
  binary=${CARGO_TARGET_DIR:-target}/release/rigscope
fi
out=docs/pictures
mkdir -p "$out"
"$binary" render sample:mannequin --clip Wave --time 1.05 --yaw 15 --zoom 1.1 --size 1280x720 -o "$out/mannequin.png"
for view in split difference; do
  "$binary" render sample:twist_bar --clip Twist --time 2 --methods lbs,dqs --view $view --size 1280x720 -o "$out/$view.png"
done
# The candy wrapper comes and goes: left linear blend, right dual quaternions.
"$binary" render sample:twist_bar --clip Twist --methods lbs,dqs --view side --size 560x420 --fps 20 --no-grid -o "$out/lbs-dqs.gif"
# The real window, where there is something to open it on.
if command -v Xvfb >/dev/null && command -v xdotool >/dev/null && command -v import >/dev/null; then
  docs/window.sh "$binary" "$out/window.png"
  docs/window.sh "$binary" "$out/laboratory.png" laboratory
else
  echo "docs/pictures.sh: without Xvfb, xdotool and import $out/window.png and $out/laboratory.png stay as they are" >&2
fi
