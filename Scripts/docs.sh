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

# document OPTION… -- MODULE…: builds modules with options of swift build, and their documentation.
document() {
  local options=() module
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  shift
  for module; do swift build ${options[@]+"${options[@]}"} --target "$module" >/dev/null; done
  for module; do
    mkdir "$graphs/$module"
    swift symbolgraph-extract -module-name "$module" \
      -I "$(swift build ${options[@]+"${options[@]}"} --show-bin-path)/Modules" -I Sources/Foundations/MotionModelCRC32C/include \
      -I Sources/Adapters/CMotionModelSQLite -I Sources/Adapters/CMotionModelPostgreSQL ${sdk[@]+"${sdk[@]}"} \
      -target "$target" -output-dir "$graphs/$module" -minimum-access-level public -skip-synthesized-members \
      -experimental-allowed-reexported-modules=MotionModelValues
    "${docc[@]}" convert "$(find Sources -path "*/$module/Documentation.docc" -prune)" --additional-symbol-graph-dir "$graphs/$module" \
      --fallback-display-name "$module" --fallback-bundle-identifier "org.motionmodel.$module" \
      --warnings-as-errors --output-path "$output/$module.doccarchive"
  done
}

document -- "${modules[@]}"

# These have nothing without their traits, which need what is not everywhere.
. Scripts/Support/sql-traits.sh
build_options
if has_sqlite; then
  document "${options[@]}" -- MotionModelSQLite
else
  echo "The header or the library of SQLite is not here, so MotionModelSQLite has no documentation." >&2
fi
if has_libpq; then
  document "${options[@]}" -- MotionModelPostgreSQL
else
  echo "The header or the library of libpq 14 is not here, so MotionModelPostgreSQL has no documentation." >&2
fi
