#!/usr/bin/env bash
# Builds the package with the trait SQLite and runs the tests of MotionModelSQLite. Where the header or the library of
# SQLite is missing, it says so and ends well: without the trait nothing needs them.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! printf '#include <sqlite3.h>\nint main(void) { return sqlite3_libversion_number() == 0; }\n' |
  "${CC:-clang}" -x c - -lsqlite3 -o /dev/null 2>/dev/null; then
  echo "Skipped: the header or the library of SQLite is not here (Debian: libsqlite3-dev)."
  exit 0
fi

# A build with the trait is another build, so it has its own folder.
swift test --traits SQLite --scratch-path .build-sqlite --filter 'MotionModelSQLiteTests|MotionModelSQLTests' "$@"
