#!/usr/bin/env bash
# Kills processes that write logs, files and an opened store, 10,000 by default, and checks that nothing is lost that was
# durable, and that nothing is half there. Pass a number, and a seed to repeat a run.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --product MotionModelCrashes >/dev/null
"$(swift build --show-bin-path)/MotionModelCrashes" run "${1:-10000}" ${2:+"$2"}
