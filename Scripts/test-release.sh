#!/usr/bin/env bash
# Builds with optimisation and runs all tests: about three minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
swift test -c release -Xswiftc -enable-testing --scratch-path .build-release
