#!/usr/bin/env bash
# Builds the core with chunks of two rows instead of 128, and runs its oracles with pages of columns made always, by use and
# never, and with scans by one thread and by three. With `address` all runs under the address sanitizer:
#
#   Scripts/test-chunks.sh [address]
set -euo pipefail
cd "$(dirname "$0")/.."
export MOTIONMODEL_CHUNKS=two MOTIONMODEL_TESTS=MotionModelTests
arguments=(--scratch-path .build-chunks)
if [ "${1:-}" = address ]; then
  arguments=(--sanitize=address --scratch-path .build-chunks-address)
  # The runtime keeps metadata for as long as the process lives, which is reported as leaks.
  export ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}"
fi
swift build --build-tests "${arguments[@]}"
failures=0
for run in 'always 3' 'byUse 1' 'never 3'; do
  read -r rule threads <<<"$run"
  printf '== pages: %s, threads: %s\n' "$rule" "$threads"
  MOTIONMODEL_PAGES=$rule MOTIONMODEL_THREADS=$threads swift test --skip-build "${arguments[@]}" \
    --filter '(Oracle|TopScan|OrderedWalk|DistinctRows|Accumulator|RowStorage|RowSet|Changeset[A-Za-z]*|PageStrip|BlockSum|KeyTest)Tests' || failures=1
done
exit $failures
