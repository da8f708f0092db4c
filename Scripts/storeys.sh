#!/usr/bin/env bash
# Checks that no storey of the core uses anything of a higher one: the compiler reads the values alone, then the values
# with the engine. See Documentation/Architecture.md.
set -euo pipefail
cd "$(dirname "$0")/../Sources/MotionModel"

compiles() {
  local files
  files=$(find "$@" -name '*.swift')
  # shellcheck disable=SC2086 # one argument for each file
  swiftc -typecheck -swift-version 6 -package-name motionmodel $files
}

compiles Values
compiles Values Engine
echo "The values compile alone, and the engine with nothing but the values."
