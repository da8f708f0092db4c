#!/usr/bin/env bash
# Runs a storm of threads under the thread and the address sanitizer, in debug and in release, for so many seconds each (10 at first).
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10}
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}" ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}"

for sanitizer in thread address; do
  for configuration in debug release; do
    build=(swift build -c "$configuration" --sanitize="$sanitizer" --scratch-path ".build-storm-$sanitizer")
    "${build[@]}" --product MotionModelStorm >&2
    printf '== %s, %s\n' "$sanitizer" "$configuration"
    "$("${build[@]}" --show-bin-path)/MotionModelStorm" "$seconds"
  done
done
