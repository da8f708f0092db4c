#!/usr/bin/env bash
# Checks that the guides and the README show the code of the programs in Snippets, and runs these, which check what their comments say.
set -euo pipefail
cd "$(dirname "$0")/../.."
status=0
Scripts/Support/guide-code.py || status=1
swift build >&2
products=$(swift build --show-bin-path)
for snippet in Snippets/*.swift; do
  if ! "$products/$(basename "$snippet" .swift)" >/dev/null; then
    printf 'Failed: %s\n' "$snippet"
    status=1
  fi
done
exit "$status"
