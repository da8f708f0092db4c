#!/usr/bin/env bash
# Runs worlds for long, with optimisation: Scripts/world.sh [steps] [seed]. It goes on where it ended when no seed is given, and ends at the
# first difference, with a short program that shows it.
set -euo pipefail
cd "$(dirname "$0")/.."
steps=${1:-10000000}
state=.build-release/world-seed
swift build -c release --product World --scratch-path .build-release
seed=${2:-$(cat "$state" 2>/dev/null || echo 1)}
.build-release/release/World "$steps" "$seed" | while IFS= read -r line; do
  printf '%s\n' "$line"
  next=$(sed -n 's/.*next seed \([0-9]*\)$/\1/p' <<<"$line")
  if [ -n "$next" ]; then printf '%s\n' "$next" >"$state"; fi
done
