#!/usr/bin/env bash
# Succeeds where a program can be linked with SQLite; otherwise says what is missing.
printf '#include <sqlite3.h>\nint main(void) { return sqlite3_libversion_number() == 0; }\n' |
  "${CC:-clang}" -x c - -lsqlite3 -o /dev/null 2>/dev/null && exit
echo "The header or the library of SQLite is not here (Debian: libsqlite3-dev), so what needs them is not tested." >&2
exit 1
