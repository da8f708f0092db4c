#!/usr/bin/env bash
# Feeds mutated inputs to all code that reads files, rows, changesets, cursors and attributes, in separate processes:
#   Scripts/fuzz.sh [--count n] [--seed n]    tries n inputs; prints each failing one in a form that runs it again
#   Scripts/fuzz.sh --run target base64       runs one input again
set -euo pipefail
cd "$(dirname "$0")/.."
build=(swift build -c release -Xswiftc -enable-testing --product MotionModelFuzz --scratch-path .build-release)
"${build[@]}" >&2
# A small input that takes gigabytes of memory is a failure too.
if [ "$(uname)" = Linux ]; then ulimit -v 4000000; fi
export SWIFT_DETERMINISTIC_HASHING=1 # so that a number identifies an input
exec "$("${build[@]}" --show-bin-path)/MotionModelFuzz" --corpus Tests/Fuzz/Corpus "$@"
