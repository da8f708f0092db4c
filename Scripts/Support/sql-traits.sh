# Read by test-sqlite.sh and test-postgresql.sh: finds the libraries of databases, and builds once for all that are here.
. Scripts/Support/only-tests.sh

has_sqlite() {
  printf '#include <sqlite3.h>\nint main(void) { return sqlite3_libversion_number() == 0; }\n' |
    "${CC:-clang}" -x c - -lsqlite3 -o /dev/null 2>/dev/null
}

has_libpq() {
  printf '#include "Sources/Adapters/CMotionModelPostgreSQL/shim.h"\nint main(void) { return PQlibVersion() < 140000; }\n' |
    "${CC:-clang}" -x c -I. - -lpq -o /dev/null 2>/dev/null
}

export MOTIONMODEL_TESTS="MotionModelSQLTests MotionModelSQLiteTests MotionModelPostgreSQLTests MotionModelCopyingTests"

# Sets `options` to those of a build with what is here.
build_options() {
  local traits=()
  if has_sqlite; then traits+=(SQLite); fi
  if has_libpq; then traits+=(PostgreSQL); fi
  options=(--traits "$(IFS=,; echo "${traits[*]}")" --scratch-path .build-sql)
}

# run_sql PROGRAM ARGUMENT…: builds a program with what is here, and runs it.
run_sql() {
  local program=$1 options
  shift
  build_options
  swift build "${options[@]}" --product "$program"
  "$(swift build "${options[@]}" --show-bin-path)/$program" "$@"
}

# Runs the Tour, which fails if the same code has other answers in a database than in memory.
tour_sql() { run_sql Tour >/dev/null; }

# test_sql FILTER ARGUMENT…: builds the tests of the modules for SQL, and runs those of the filter, or of MOTIONMODEL_SQL_FILTER.
test_sql() {
  local filter=${MOTIONMODEL_SQL_FILTER:-$1} options
  shift
  build_options
  only_tests "$filter" "${options[@]}" -- "$@"
}
