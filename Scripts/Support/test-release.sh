#!/usr/bin/env bash
# Builds with optimisation and runs the tests: all of them, which takes about fifteen minutes on two processors, or only those of
# the targets that are named, which are then the only ones that are compiled:
#
#   Scripts/Support/test-release.sh
#   Scripts/Support/test-release.sh MotionModelTests MotionModelStorageTests
set -euo pipefail
cd "$(dirname "$0")/../.."
. Scripts/Support/only-tests.sh
# Other scripts build with the same options, so that they do not compile everything again.
options=(-c release -Xswiftc -enable-testing --scratch-path .build-release)
if [ $# -gt 0 ]; then
  export MOTIONMODEL_TESTS="$*"
  # A test of logs runs this program, which lies beside the tests.
  swift build "${options[@]}" --product MotionModelCrashes
  only_tests . "${options[@]}"
else
  # By its own means `swift test` would pass the flag twice.
  swift test "${options[@]}" --disable-testable-imports
fi
