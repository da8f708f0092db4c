#!/usr/bin/env bash
# Builds with the trait SQLite and runs the tests of the modules for SQL. Where SQLite is missing, it says so and ends well:
# without the trait nothing needs it. A build with the trait is another build, so it has its own folder.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! printf '#include <sqlite3.h>\nint main(void) { return sqlite3_libversion_number() == 0; }\n' |
  "${CC:-clang}" -x c - -lsqlite3 -o /dev/null 2>/dev/null; then
  echo "The header or the library of SQLite is not here (Debian: libsqlite3-dev), so what needs them is not tested." >&2
  exit 0
fi
swift test --traits SQLite --scratch-path .build-sqlite --filter MotionModelSQL "$@"
