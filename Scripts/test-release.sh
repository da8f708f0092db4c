#!/usr/bin/env bash
# Builds with optimisation and runs all tests: about three minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
# By its own means `swift test` would pass the flag twice, and the other scripts would compile everything again.
swift test -c release --disable-testable-imports -Xswiftc -enable-testing --scratch-path .build-release
