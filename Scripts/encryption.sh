#!/usr/bin/env bash
# Builds and tests the example that encrypts files. It needs the package swift-crypto, and does nothing where that
# cannot be fetched.
set -euo pipefail
cd "$(dirname "$0")/../Examples/Encryption"
if ! swift package resolve; then
  echo "Skipped: swift-crypto cannot be fetched." >&2
  exit 0
fi
swift test
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
notes() { swift run --skip-build EncryptedNotes "$folder/notes.motionmodel" "$@"; }
notes sesame "Buy bread" >/dev/null
[ "$(notes sesame "Sleep")" = $'Buy bread\nSleep' ]
if notes walnut; then exit 1; fi
if grep -rq "Buy bread" "$folder"; then exit 1; fi
