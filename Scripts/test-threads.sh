#!/usr/bin/env bash
# Builds with the thread sanitizer and runs the tests of concurrency: about three minutes. Where SQLite is there, with the
# trait SQLite and the tests of the modules for it, which no other build has.
set -euo pipefail
cd "$(dirname "$0")/.."
options=() filter=Concurrency
if Scripts/has-sqlite.sh; then options=(--traits SQLite) filter='Concurrency|MotionModelSQL'; fi
swift test --sanitize=thread ${options[@]+"${options[@]}"} --filter "$filter" --scratch-path .build-thread
