#!/usr/bin/env bash
# Runs a storm of threads, and worlds with and without company, under the thread and the address sanitizer, in debug and in release, for so
# many seconds each (10 at first).
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10}
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}" ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}"

# Builds the programs with one sanitizer, or says with a further word where they are.
build() { # configuration sanitizer
  local arguments=(-c "$1" --sanitize="$2" --scratch-path ".build-$2")
  if [ $# -gt 2 ]; then
    swift build "${arguments[@]}" "$3"
  else
    swift build "${arguments[@]}" --product MotionModelStorm && swift build "${arguments[@]}" --product World
  fi
}

for configuration in debug release; do
  # Side by side, because an optimising compiler keeps one processor busy.
  build "$configuration" thread >&2 &
  build "$configuration" address >&2
  wait $!
  for sanitizer in thread address; do
    folder=$(build "$configuration" "$sanitizer" --show-bin-path)
    printf '== %s, %s\n' "$sanitizer" "$configuration"
    "$folder/MotionModelStorm" "$seconds"
    "$folder/World" 1000000 1 --seconds "$seconds"
    "$folder/World" storm 1000000 1 --seconds "$seconds"
  done
done
