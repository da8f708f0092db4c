#!/usr/bin/env bash
# Builds with the thread sanitizer and runs the tests of concurrency: about three minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
swift test --sanitize=thread --filter Concurrency --scratch-path .build-thread
