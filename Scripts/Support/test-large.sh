#!/usr/bin/env bash
# Runs the tests with ten million records, and searches of the largest texts, with optimisation: about five minutes
# including the build, and two gigabytes of memory.
set -euo pipefail
cd "$(dirname "$0")/../.."
MOTIONMODEL_LARGE=1 swift test -c release --disable-testable-imports -Xswiftc -enable-testing --scratch-path .build-release --filter 'LargeTable|SearchLimits'
