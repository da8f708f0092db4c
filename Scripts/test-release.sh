#!/usr/bin/env bash
# Builds with optimisation and runs the tests: all of them, which takes about fifteen minutes on two processors, or only those of
# the targets that are named, which are then the only ones that are compiled:
#
#   Scripts/test-release.sh
#   Scripts/test-release.sh MotionModelTests MotionModelStorageTests
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then export MOTIONMODEL_TESTS="$*"; fi
# By its own means `swift test` would pass the flag twice, and the other scripts would compile everything again.
swift test -c release --disable-testable-imports -Xswiftc -enable-testing --scratch-path .build-release
