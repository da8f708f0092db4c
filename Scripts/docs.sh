#!/usr/bin/env bash
# Builds the documentation with broken links as errors; run it with a folder to keep the result there.
set -euo pipefail
cd "$(dirname "$0")/.."
output=${1:-$(mktemp -d)}
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

swift build --target MotionModel >/dev/null
target=$(swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",$/\1/p' | head -n 1)
sdk=()
if [ "$(uname)" = Darwin ]; then sdk=(-sdk "$(xcrun --show-sdk-path)"); fi
swift symbolgraph-extract -module-name MotionModel -I "$(swift build --show-bin-path)/Modules" "${sdk[@]}" \
  -target "$target" -output-dir "$graphs" -minimum-access-level public -skip-synthesized-members
docc convert Sources/MotionModel/Documentation.docc --additional-symbol-graph-dir "$graphs" \
  --fallback-display-name MotionModel --fallback-bundle-identifier org.motionmodel.MotionModel \
  --warnings-as-errors --output-path "$output/MotionModel.doccarchive"
