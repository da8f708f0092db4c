#!/usr/bin/env bash
# Runs a storm of threads, and worlds with and without company, under the thread and the address sanitizer, in debug and in release, for so
# many seconds each (10 at first).
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10}
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}" ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}"

for sanitizer in thread address; do
  for configuration in debug release; do
    build=(swift build -c "$configuration" --sanitize="$sanitizer" --scratch-path ".build-$sanitizer")
    "${build[@]}" --product MotionModelStorm >&2
    "${build[@]}" --product World >&2
    folder=$("${build[@]}" --show-bin-path)
    printf '== %s, %s\n' "$sanitizer" "$configuration"
    "$folder/MotionModelStorm" "$seconds"
    "$folder/World" 1000000 1 --seconds "$seconds"
    "$folder/World" storm 1000000 1 --seconds "$seconds"
  done
done
