#!/usr/bin/env bash
# Type-checks, on Linux, what is compiled on Apple's systems alone: each module of the library with `#if canImport` of one of
# the modules in Tests/Support/StandIns/Apple, with those in their places. What isolation, availability and linking say there is
# not found out. Checks too that tests which need processes are left out where there are none: on iOS, tvOS, watchOS and visionOS.
set -euo pipefail
cd "$(dirname "$0")/../.."
standIns=Tests/Support/StandIns/Apple crc=Sources/Foundations/MotionModelCRC32C/include
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

if [ "$(uname)" = Darwin ]; then echo "The modules of Apple's systems are here."; exit "$status"; fi
swift build --target MotionModelForms >&2
swift build --target MotionModelLive >&2
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
      "${features[@]}" "$standIns/$module.swift" >&2
  done
  echo "$modules"
}

# check MODULES OF-APPLE...: type-checks each module of the library whose files ask for one of the others.
check() {
  local modules=$1 asked path implicit=()
  shift
  asked=$(grep -rlE --include='*.swift' "#(if|elseif).*canImport\(($(IFS='|'; echo "$*"))\)" Sources |
    grep -oE '^Sources/([A-Z][A-Za-z]+/)?MotionModel[A-Za-z0-9]*' | sort -u)
  # Foundation passes Darwin on there. What Foundation has there alone is in that stand-in, so that imports of it look unused.
  if [[ " $* " = *" Darwin "* ]]; then implicit=(-Xfrontend -import-module -Xfrontend Darwin -no-warnings-as-errors); fi
  for path in $asked; do
    # shellcheck disable=SC2046 # one argument for each file
    if swiftc -typecheck -module-name "$(basename "$path")" -parse-as-library -I "$modules" -I "$built" "${features[@]}" \
      ${implicit[@]+"${implicit[@]}"} -Xcc -fmodule-map-file="$crc/module.modulemap" -Xcc "-I$crc" -D SWIFT_PACKAGE \
      -package-name "$package" $(find "$path" -name '*.swift'); then
      echo "$(basename "$path") type-checks with $*."
    else
      status=1
    fi
  done
}

phone=$(make SwiftUI Combine UIKit) desk=$(make AppKit) system=$(make Darwin)
check "$phone" SwiftUI Combine UIKit
check "$desk" AppKit
check "$system" Darwin
exit "$status"
