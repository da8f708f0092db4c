#!/usr/bin/env bash
# Builds and tests the example that encrypts files. It needs the package swift-crypto, and does nothing where that
# cannot be fetched.
set -euo pipefail
cd "$(dirname "$0")/../../Examples/More/Encryption"
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

# A salt that is gone, that cannot be read or that is cut off is not replaced by another one.
salt=$folder/notes.motionmodel.salt
mv "$salt" "$folder/kept"
if notes sesame "Lost"; then exit 1; fi
[ ! -e "$salt" ]
mkdir "$salt"
if notes sesame "Lost"; then exit 1; fi
rmdir "$salt"
head -c 3 "$folder/kept" >"$salt"
if notes sesame "Lost"; then exit 1; fi
[ "$(wc -c <"$salt")" = 3 ]
mv "$folder/kept" "$salt"
[ "$(notes sesame)" = $'Buy bread\nSleep' ]
