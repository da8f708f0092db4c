#!/usr/bin/env bash
# Builds the documentation with broken links as errors. Pass a folder to keep the result.
# The pages of MotionModel show MotionModelValues too, which it exports.
set -euo pipefail
cd "$(dirname "$0")/.."
output=${1:-$(mktemp -d)}
mkdir -p "$output"
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

modules=(
  MotionModelValues MotionModel MotionModelValidation MotionModelTransactions MotionModelJournal MotionModelTesting
  MotionModelLive MotionModelSearch MotionModelStatistics MotionModelReplay MotionModelREST MotionModelForms MotionModelFormsHTML MotionModelFormsTerminal
  MotionModelInspector MotionModelSQL
)
target=$(swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",$/\1/p' | head -n 1)
sdk=() docc=(docc)
if [ "$(uname)" = Darwin ]; then sdk=(-sdk "$(xcrun --show-sdk-path)") docc=(xcrun docc); fi

# page FOLDER MODULE: writes the documentation of a module that was built there.
page() {
  mkdir "$graphs/$2"
  swift symbolgraph-extract -module-name "$2" -I "$1/Modules" -I Sources/Foundations/MotionModelProcessor/include \
    -I Sources/Adapters/CMotionModelSQLite -I Sources/Adapters/CMotionModelPostgreSQL ${sdk[@]+"${sdk[@]}"} \
    -target "$target" -output-dir "$graphs/$2" -minimum-access-level public -skip-synthesized-members \
    -experimental-allowed-reexported-modules=MotionModelValues
  "${docc[@]}" convert "$(find Sources -path "*/$2/Documentation.docc" -prune)" --additional-symbol-graph-dir "$graphs/$2" \
    --fallback-display-name "$2" --fallback-bundle-identifier "org.motionmodel.$2" \
    --warnings-as-errors --output-path "$output/$2.doccarchive"
}

# Two at a time: each uses one processor.
swift build >/dev/null
folder=$(swift build --show-bin-path) lanes=()
for lane in 0 1; do
  for ((number = lane; number < ${#modules[@]}; number += 2)); do page "$folder" "${modules[number]}"; done &
  lanes+=($!)
done
for lane in "${lanes[@]}"; do wait "$lane"; done

# These have nothing without their traits, which need what is not everywhere.
. Scripts/Support/sql-traits.sh
build_options
document_sql() {
  swift build "${options[@]}" --target "$1" >/dev/null
  page "$(swift build "${options[@]}" --show-bin-path)" "$1"
}
if has_sqlite; then
  document_sql MotionModelSQLite
else
  echo "The header or the library of SQLite is not here, so MotionModelSQLite has no documentation." >&2
fi
if has_libpq; then
  document_sql MotionModelPostgreSQL
else
  echo "The header or the library of libpq 14 is not here, so MotionModelPostgreSQL has no documentation." >&2
fi
