#!/usr/bin/env bash
# Builds what the tests of SQLite need, with the trait SQLite, and runs them. Where SQLite is missing, it says so and ends
# well: without the trait nothing needs it. A build with traits is another build, so it has its own folder.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Scripts/Support/sql-traits.sh
if ! has_sqlite; then
  echo "The header or the library of SQLite is not here (Debian: libsqlite3-dev), so what needs them is not tested." >&2
  exit 0
fi
test_sql 'MotionModel(SQL|SQLite|Copying)Tests' "$@"
# With arguments, only the tests that these choose.
if [ -z "${MOTIONMODEL_SQL_FILTER:-}$*" ]; then
  unset MOTIONMODEL_POSTGRESQL
  tour_sql
fi
