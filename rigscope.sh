#!/usr/bin/env bash
# Sets up what is missing, builds, and runs rigscope. Arguments go to the program.
#
#   ./rigscope.sh                 the window on the bundled model; a picture where there is no display
#   ./rigscope.sh my.glb          the same with a model
#   ./rigscope.sh test            passes all tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
here=$PWD

say() { printf '%s\n' "$*" >&2; }

# --- Rust ----------------------------------------------------------------------------------------------------------
need_rust=1.95
if ! command -v cargo >/dev/null 2>&1; then
  if [ -x "$HOME/.cargo/bin/cargo" ]; then
    export PATH="$HOME/.cargo/bin:$PATH"
  else
    say "rigscope needs Rust $need_rust or later, and no cargo was found."
    say "Get it from https://rustup.rs, then run this again."
    exit 2
  fi
fi
have_rust=$(rustc --version | sed -E 's/^rustc ([0-9]+\.[0-9]+).*/\1/')
if [ "$(printf '%s\n' "$need_rust" "$have_rust" | sort -V | head -n 1)" != "$need_rust" ]; then
  say "rigscope needs Rust $need_rust or later; this is $have_rust. Run: rustup update stable"
  exit 2
fi

# --- System packages -----------------------------------------------------------------------------------------------
# Debian's names. What they bring: a linker, the Vulkan loader, a software driver, and X libraries that are opened at
# run time.
packages=()
missing() { packages+=("$1"); }
library() { { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep -q "$1"; }
if [ "$(uname -s)" = Linux ]; then
  command -v cc >/dev/null 2>&1 || { missing gcc; missing libc6-dev; }
  library 'libvulkan\.so\.1' || missing libvulkan1
  ls /usr/share/vulkan/icd.d/*.json /etc/vulkan/icd.d/*.json >/dev/null 2>&1 || missing mesa-vulkan-drivers
  if [ "${1:-}" = test ] || [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    library 'libxkbcommon-x11\.so\.0' || missing libxkbcommon-x11-0
    library 'libXcursor\.so\.1' || missing libxcursor1
    library 'libXi\.so\.6' || missing libxi6
    library 'libX11-xcb\.so\.1' || missing libx11-xcb1
  fi
  if [ "${1:-}" = test ]; then
    # The window is driven by mouse and keys on a display of its own.
    command -v Xvfb >/dev/null 2>&1 || missing xvfb
    command -v xdotool >/dev/null 2>&1 || missing xdotool
    command -v import >/dev/null 2>&1 || missing imagemagick
    # Which files the program opens is asked of the kernel.
    command -v strace >/dev/null 2>&1 || missing strace
  fi
fi
if [ ${#packages[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing ${packages[*]}"
    export DEBIAN_FRONTEND=noninteractive
    # An installation that was cut off half-way is finished first, and one that runs is waited for: apt refuses both.
    waiting=(-o DPkg::Lock::Timeout=300)
    { dpkg --configure -a || true; } >&2
    if ! { apt-get "${waiting[@]}" update -qq \
      && apt-get "${waiting[@]}" install -y -qq --no-install-recommends "${packages[@]}"; } >&2; then
      # Half-installed packages are taken up again, then once more what is missing.
      { apt-get "${waiting[@]}" install -y -qq --fix-broken \
        && apt-get "${waiting[@]}" install -y -qq --no-install-recommends "${packages[@]}"; } >&2
    fi
  else
    say "These system packages are missing (Debian's names): ${packages[*]}"
    say "Run: sudo apt-get install --no-install-recommends ${packages[*]}"
    say "or the same of your distribution, then run this again."
    exit 3
  fi
fi
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
  XDG_RUNTIME_DIR=$(mktemp -d)
  export XDG_RUNTIME_DIR
fi

# --- Run -----------------------------------------------------------------------------------------------------------
if [ "${1:-}" = test ]; then
  shift
  # What was just installed must be there: without it these tests would only say so.
  [ "$(uname -s)" != Linux ] || export RIGSCOPE_REQUIRE_WINDOW=1 RIGSCOPE_REQUIRE_STRACE=1
  runner=(test)
  ! command -v cargo-nextest >/dev/null 2>&1 || runner=(nextest run)
  if [ $# -gt 0 ]; then
    cargo "${runner[@]}" "$@"
  else
    # Examples make assets and figures; they hold no test.
    cargo "${runner[@]}" --lib --bins --tests
    cargo test --doc
  fi
  exit
fi
cargo build --release
binary="${CARGO_TARGET_DIR:-target}/release/rigscope"
if [ $# -eq 0 ] && [ "$(uname -s)" = Linux ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  say "There is no display, so the bundled model is rendered to a picture."
  "$binary" render sample:mannequin --clip Wave --time 1.05 --yaw 15 --skinning dqs --size 1280x800 --output rigscope.png
  say "Open $here/rigscope.png"
  exit
fi
exec "$binary" "$@"
