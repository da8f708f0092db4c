#!/usr/bin/env bash
# Feeds mutated inputs to all that reads files, rows, changesets, cursors and attributes, in processes of their own:
#   Scripts/fuzz.sh [--count n] [--seed n]    tries so many; prints each that fails in a form that runs it again
#   Scripts/fuzz.sh --run target base64       runs one again
set -euo pipefail
cd "$(dirname "$0")/.."
build=(swift build -c release -Xswiftc -enable-testing --product MotionModelFuzz --scratch-path .build-release)
"${build[@]}" >&2
# An input of a few bytes that takes gigabytes is a failure too.
if [ "$(uname)" = Linux ]; then ulimit -v 4000000; fi
export SWIFT_DETERMINISTIC_HASHING=1 # so that an input can be told by its number
exec "$("${build[@]}" --show-bin-path)/MotionModelFuzz" --corpus Tests/Fuzz/Corpus "$@"
