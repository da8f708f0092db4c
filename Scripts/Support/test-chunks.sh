#!/usr/bin/env bash
# Builds the core with chunks of two rows instead of 128, and runs its oracles with pages of columns made always, by use and
# never, and with scans by one thread and by three. With `address` or `thread` all runs under that sanitizer:
#
#   Scripts/Support/test-chunks.sh [address|thread]
set -euo pipefail
cd "$(dirname "$0")/../.."
export MOTIONMODEL_CHUNKS=two MOTIONMODEL_TESTS=MotionModelTests
arguments=(--scratch-path .build-chunks)
if [ $# -gt 0 ]; then
  arguments=(--sanitize="$1" --scratch-path ".build-chunks-$1")
  # The runtime keeps metadata for as long as the process lives, which is reported as leaks.
  export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}" ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}"
fi
swift build --build-tests "${arguments[@]}"
failures=0
for run in 'always 3' 'byUse 1' 'never 3'; do
  read -r rule threads <<<"$run"
  printf '== pages: %s, threads: %s\n' "$rule" "$threads"
  MOTIONMODEL_PAGES=$rule MOTIONMODEL_THREADS=$threads swift test --skip-build "${arguments[@]}" \
    --filter '(Oracle|TopScan|OrderedWalk|DistinctRows|Accumulator|RowStorage|RowSet|Changeset[A-Za-z]*|PageStrip|BlockSum|KeyTest|PresentColumn|TextCodes|IntegerCounts)Tests' || failures=1
done
exit $failures
