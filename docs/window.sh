#!/usr/bin/env bash
# A picture of the real window, on a display of its own: docs/window.sh BINARY OUT.png [comparison|laboratory]
# Needs Xvfb, xdotool and ImageMagick's import.
set -euo pipefail
binary=$(realpath "$1")
out=$2
scene=${3:-comparison}
case $scene in
  comparison) sample=mannequin ;;
  laboratory) sample=anemone ;;
  *)
    echo "docs/window.sh: no scene $scene" >&2
    exit 2
    ;;
esac
folder=$(mktemp -d)
mkdir -m 700 "$folder/run"
state="$folder/state.json"
export XDG_CONFIG_HOME="$folder" XDG_RUNTIME_DIR="$folder/run" WINIT_X11_SCALE_FACTOR=1
unset WAYLAND_DISPLAY
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
server=$!
program=
trap 'kill $program $server 2>/dev/null || true; rm -rf "$folder"' EXIT
until [ -s "$folder/display" ]; do sleep 0.1; done
DISPLAY=:$(tr -d '[:space:]' <"$folder/display")
export DISPLAY
"$binary" --theme dark --state-dump "$state" "sample:$sample" &
program=$!

# until REGEX: waits for the state dump to hold it.
until_state() {
  for _ in $(seq 600); do
    if grep -qE "$1" "$state" 2>/dev/null; then return; fi
    sleep 0.2
  done
  echo "docs/window.sh: the window never had $1" >&2
  exit 1
}
click() {
  xdotool mousemove "$1" "$2"
  sleep 1
  xdotool click 1
}
# scroll N: by steps of the wheel down the right panel.
scroll() {
  xdotool mousemove 1424 400
  for _ in $(seq "$1"); do
    xdotool click 5
    sleep 0.1
  done
  sleep 3
}
# How far the right panel is scrolled, whole points.
scrolled() {
  grep -oE '"scrolled":[0-9]+' "$state" | cut -d: -f2
}

# Two ways to skin beside each other, where a hand twists.
comparison() {
  click 90 275 # the clip Twist
  until_state '"clip":7'
  xdotool key space
  until_state '"playing":false'
  click 1212 160 # Split
  until_state '"compare":"split"'
  until_state '"curves":[0-9]' # the clip is measured
  click 1190 606 # where the left hand twists farthest
  until_state '"selected_joint":"LeftHand"'
}

# What compression saves and what it moves, where it moves most.
laboratory() {
  xdotool key space
  until_state '"playing":false'
  until_state '"doctor":\{[^}]*"done":true'
  scroll 30 # to the end: its heading is 300 points down
  before=$(scrolled)
  click 1260 300 # Compression
  until_state '"whole":true'
  scroll 2
  heading=$((300 - $(scrolled) + before))
  click 1340 $((heading + 450)) # Worst
  until_state '"selected_joint":"'
  click 1210 $((heading + 583)) # Show it in the picture
  until_state '"pose":true'
}

until_state "\"model\":\"$sample.glb\""
window=$(xdotool search --name rigscope | tail -1)
xdotool windowsize "$window" 1440 900 windowmove "$window" 0 0 windowfocus "$window"
until_state '"window_px":\[1440,900\]'
"$scene"
until_state '"done":true'
xdotool mousemove 700 20
# The last numbers, and a frame of a software driver on a busy machine.
sleep "${SETTLE_SECS:-12}"
import -window "$window" "$out"
