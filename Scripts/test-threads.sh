#!/usr/bin/env bash
# Runs the tests of concurrency under the thread sanitizer: about three minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
swift test --sanitize=thread --filter Concurrency --scratch-path .build-thread
