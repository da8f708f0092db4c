#!/usr/bin/env bash
# Checks that the code of the README is in Snippets/ReadMe.swift, and runs the programs in Snippets, which check what the documentation
# says of them.
set -euo pipefail
cd "$(dirname "$0")/../.."
status=0
Scripts/Support/readme-code.py || status=1
swift build >&2
products=$(swift build --show-bin-path)
for snippet in Snippets/*.swift; do
  if ! "$products/$(basename "$snippet" .swift)" >/dev/null; then
    printf 'Failed: %s\n' "$snippet"
    status=1
  fi
done
exit "$status"
