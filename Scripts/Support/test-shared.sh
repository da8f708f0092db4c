#!/usr/bin/env bash
# Kills and stops processes that share a store, 10,000 by default, and checks that all agree, and that nothing is lost that
# was committed. Pass a number, a seed to begin the same way (or "" for any), and how many processes there are at once.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --product MotionModelCrashes >/dev/null
"$(swift build --show-bin-path)/MotionModelCrashes" share "${1:-10000}" "${2-}" "${3-}"
