#!/usr/bin/env bash
# Runs the storm of threads, and random programs (worlds) alone and beside threads, under the thread and the address
# sanitizer, for the given number of seconds each (10 by default), in debug and in release, or only as is named:
#
#   Scripts/storm.sh [seconds] [debug|release] [thread|address]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10}
configurations=${2:-debug release}
sanitizers=${3:-thread address}
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}" ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}"

# Builds the programs with one sanitizer. A third argument is passed to `swift build` instead, such as --show-bin-path.
build() { # configuration sanitizer
  local arguments=(-c "$1" --sanitize="$2" --scratch-path ".build-$2")
  if [ $# -gt 2 ]; then
    swift build "${arguments[@]}" "$3"
  else
    swift build "${arguments[@]}" --product MotionModelStorm && swift build "${arguments[@]}" --product World
  fi
}

for configuration in $configurations; do
  # In parallel, because an optimising compiler uses only one processor.
  builds=()
  for sanitizer in $sanitizers; do
    build "$configuration" "$sanitizer" >&2 &
    builds+=($!)
  done
  for build in "${builds[@]}"; do wait "$build"; done
  for sanitizer in $sanitizers; do
    folder=$(build "$configuration" "$sanitizer" --show-bin-path)
    printf '== %s, %s\n' "$sanitizer" "$configuration"
    "$folder/MotionModelStorm" "$seconds"
    "$folder/World" 1000000 1 --seconds "$seconds"
    "$folder/World" storm 1000000 1 --seconds "$seconds"
  done
done
