#!/usr/bin/env bash
# Feeds mutated inputs to all code that reads what comes from outside, in processes; `Target.all` of Tests/Programs/Fuzz lists it:
#   Scripts/fuzz.sh [--count n] [--seed n]    tries n inputs; prints each failing one in a form that runs it again
#     --targets json,xml                      only for these targets
#   Scripts/fuzz.sh long [n] [--targets …]    tries n inputs, 10,000,000 by default, in runs of 100,000 with seeds that
#                                             count up; continues where the last such run ended, and stops at a failure
#   Scripts/fuzz.sh --run target base64       runs one input again
set -euo pipefail
cd "$(dirname "$0")/.."
build=(swift build -c release -Xswiftc -enable-testing --product MotionModelFuzz --scratch-path .build-release)
"${build[@]}" >&2
# An input that takes more memory than a multiple of its size is a failure too, which the program says; this stops what never ends.
if [ "$(uname)" = Linux ]; then ulimit -v 4000000; fi
export SWIFT_DETERMINISTIC_HASHING=1 # so that a number identifies an input
fuzz=("$("${build[@]}" --show-bin-path)/MotionModelFuzz" --corpus Tests/Programs/Fuzz/Corpus)
if [ "${1:-}" != long ]; then exec "${fuzz[@]}" "$@"; fi

run=100000
state=.build-release/fuzz-seed
seed=$(cat "$state" 2>/dev/null || echo 1)
count=${2:-10000000}
for ((tried = 0; tried < count; tried += run)); do
  "${fuzz[@]}" --count $run --seed "$seed" "${@:3}"
  seed=$((seed + 1))
  printf '%s\n' "$seed" >"$state"
done
printf '%s inputs, next seed %s\n' "$tried" "$seed"
