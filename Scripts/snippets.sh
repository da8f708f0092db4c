#!/usr/bin/env bash
# Runs the programs in Snippets, which check what the documentation says of them.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build >&2
products=$(swift build --show-bin-path)
status=0
for snippet in Snippets/*.swift; do
  if ! "$products/$(basename "$snippet" .swift)" >/dev/null; then
    printf 'Failed: %s\n' "$snippet"
    status=1
  fi
done
exit "$status"
