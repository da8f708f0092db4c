#!/usr/bin/env bash
# Type-checks, on Linux, what is compiled on Apple's systems alone: Examples/App, and each module of the library with
# `#if canImport` of one of the modules in Tests/Support/StandIns/Apple, with those in their places. What isolation, availability and linking say there is
# not found out. Checks too that tests which need processes are left out where there are none: on iOS, tvOS, watchOS and visionOS.
set -euo pipefail
cd "$(dirname "$0")/../.."
standIns=Tests/Support/StandIns/Apple processor=Sources/Foundations/MotionModelProcessor/include
status=0

# Tests of exits and of processes outside of `#if os(macOS) || os(Linux)`.
unguarded=$(find Tests -name '*.swift' -not -path 'Tests/Programs/*' -exec awk '
  FNR == 1 { depth = 0 }
  /^ *#if/ { guards[++depth] = /os\((macOS|Linux)\)/; next }
  /^ *#(else|elseif)/ { guards[depth] = /os\((macOS|Linux)\)/; next }
  /^ *#endif/ { depth--; next }
  /processExitsWith|expectSentence|ExitTest|[^A-Za-z]Process\(\)/ {
    for (place = 1; place <= depth; place++) if (guards[place]) next
    print FILENAME ":" FNR ": not in #if os(macOS) || os(Linux): " $0
  }' {} +)
if [ -n "$unguarded" ]; then printf '%s\n' "$unguarded"; status=1; fi

if [ "$(uname)" = Darwin ]; then
  swift build --package-path Examples/App || status=1 # the modules of Apple's systems are here
  exit "$status"
fi
for target in MotionModelForms MotionModelLive MotionModelSearch MotionModelJournal; do swift build --target "$target" >&2; done
built=$(swift build --show-bin-path)/Modules
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9\n' _) # as swift build names it
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

features=(-swift-version 6 -warnings-as-errors -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility)

# make MODULE...: puts stand-ins into a new folder, whose name it prints.
make() {
  local modules module
  modules=$(mktemp -d "$folder/XXXXXX")
  for module in "$@"; do
    swiftc -emit-module -emit-module-path "$modules/$module.swiftmodule" -module-name "$module" -parse-as-library \
      -I "$modules" "${features[@]}" "$standIns/$module.swift" >&2
  done
  echo "$modules"
}

# compile PATH MODULES FLAG...: compiles what is in a folder, with the modules in another one in the places of Apple's.
compile() {
  local path=$1 modules=$2
  shift 2
  # shellcheck disable=SC2046 # one argument for each file
  swiftc -module-name "$(basename "$path")" -parse-as-library -I "$modules" -I "$built" -swift-version 6 -warnings-as-errors \
    -Xcc -fmodule-map-file="$processor/module.modulemap" -Xcc "-I$processor" "$@" $(find "$path" -name '*.swift')
}

library=("${features[@]}" -D SWIFT_PACKAGE -package-name "$package")
# Foundation passes Darwin on there. What Foundation has there alone is in that stand-in, so that imports of it look unused.
darwin=(-Xfrontend -import-module -Xfrontend Darwin -no-warnings-as-errors)

# check MODULES OF-APPLE...: type-checks each module of the library whose files ask for one of the others.
check() {
  local modules=$1 asked path implicit=()
  shift
  asked=$(grep -rlE --include='*.swift' "#(if|elseif).*canImport\(($(IFS='|'; echo "$*"))\)" Sources |
    grep -oE '^Sources/([A-Z][A-Za-z]+/)?MotionModel[A-Za-z0-9]*' | sort -u)
  if [[ " $* " = *" Darwin "* ]]; then implicit=("${darwin[@]}"); fi
  for path in $asked; do
    if compile "$path" "$modules" -typecheck "${library[@]}" ${implicit[@]+"${implicit[@]}"}; then
      echo "$(basename "$path") type-checks with $*."
    else
      status=1
    fi
  done
}

# app MODULES: type-checks Examples/App, after the modules of the library that have more on Apple's systems.
app() {
  local modules=$1 path
  for path in Sources/MotionModelTransactions Sources/Capabilities/MotionModelLive Examples/App/Sources/Errands; do
    if [[ "$path" = Sources/* ]]; then set -- "${library[@]}" "${darwin[@]}"; else set --; fi
    compile "$path" "$modules" -emit-module -emit-module-path "$modules/$(basename "$path").swiftmodule" "$@" || return
  done
  compile Examples/App/Sources/ErrandsApp "$modules" -typecheck && echo "Examples/App type-checks."
}

phone=$(make Darwin SwiftUI Combine UIKit WidgetKit) desk=$(make AppKit) system=$(make Darwin)
check "$phone" SwiftUI Combine UIKit
check "$desk" AppKit
check "$system" Darwin
app "$phone" || status=1
exit "$status"
