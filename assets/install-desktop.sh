#!/usr/bin/env bash
# Adds rigscope to the desktop's menu and makes it a program for .glb and .gltf: assets/install-desktop.sh [PREFIX]
# PREFIX is ~/.local where nothing is said, /usr/local for everybody. The program itself must be on the PATH
# (cargo install --path .).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
share=${1:-$HOME/.local}/share
install -Dm644 rigscope.desktop "$share/applications/rigscope.desktop"
install -Dm644 icons/rigscope.svg "$share/icons/hicolor/scalable/apps/rigscope.svg"
for size in 16 24 32 48 64 128 256 512; do
  install -Dm644 "icons/rigscope-$size.png" "$share/icons/hicolor/${size}x${size}/apps/rigscope.png"
done
if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$share/applications" || true; fi
