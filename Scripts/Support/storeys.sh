#!/usr/bin/env bash
# Checks that the engine uses nothing of the API: the compiler reads it with nothing but the values, which are a module
# below it, and what both need of system and processor; and that nothing in the seams is public. See
# Documentation/Architecture.md.
set -euo pipefail
cd "$(dirname "$0")/../../Sources"
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT

# Compiles all Swift files in the last arguments as parts of one package, with the first argument's options.
compile() {
  local options=$1
  shift
  # shellcheck disable=SC2046,SC2086 # one argument for each option and file
  swiftc $options -swift-version 6 -enable-upcoming-feature InternalImportsByDefault -package-name motionmodel \
    -I "$modules" -I Foundations/MotionModelProcessor/include $(find "$@" -name '*.swift')
}

for module in MotionModelSystem MotionModelValues; do
  compile "-emit-module -wmo -module-name $module -emit-module-path $modules/$module.swiftmodule" Foundations/$module
done
compile "-typecheck -module-name MotionModel" MotionModel/Exports.swift MotionModel/Engine
echo "The engine compiles with nothing but the values."

if grep -rnE '^[^/]*\b(public|open) |^ *@inlinable' MotionModel/Seams; then
  echo "The seams are for this package's modules: what programs call belongs into MotionModel/API."
  exit 1
fi
echo "Nothing in the seams is public."
