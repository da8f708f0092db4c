#!/usr/bin/env bash
# Builds what the tests of PostgreSQL need, with the trait PostgreSQL, and runs them with a private server, which ends with
# the script. Where libpq or the server is missing, it says so and ends well: without the trait nothing needs them.
# At the end, five processes of the example Rooms are killed in turn for MOTIONMODEL_ROOMS_SECONDS, 10 unless it is set.
# A server of your own is used instead if MOTIONMODEL_POSTGRESQL has its address; its user has to be allowed to create databases.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Scripts/Support/sql-traits.sh
if ! has_libpq; then
  echo "The header or the library of libpq 14 is not here (Debian: libpq-dev), so what needs them is not tested." >&2
  exit 0
fi

# The newest server of Debian's packages, or the one in the path.
programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
if [ -z "$programs" ] && command -v initdb >/dev/null; then programs=$(dirname "$(command -v initdb)"); fi
if [ -z "${MOTIONMODEL_POSTGRESQL:-}" ] && [ -z "$programs" ]; then
  echo "The server of PostgreSQL is not here (Debian: postgresql), so what needs it is not tested." >&2
  exit 0
fi

# A server does not run as root.
as_postgres() {
  if [ "$(id -u)" != 0 ]; then "$@"; else runuser -u postgres -- "$@"; fi
}

if [ -z "${MOTIONMODEL_POSTGRESQL:-}" ]; then
  if [ "$(id -u)" = 0 ] && ! id postgres >/dev/null 2>&1; then
    echo "A server of PostgreSQL does not run as root, and there is no user postgres, so what needs it is not tested." >&2
    exit 0
  fi
  # The path of a socket is short.
  folder=$(mktemp -d /tmp/motionmodel-postgresql.XXXXXX)
  if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
  trap 'as_postgres "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
  server="-c listen_addresses='' -c unix_socket_directories=$folder -c fsync=off -c wal_level=logical -c max_connections=200"
  (
    cd "$folder"
    as_postgres "$programs/initdb" -D "$folder/data" -E UTF8 --locale=C.UTF-8 -A trust -U postgres >/dev/null
    as_postgres "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/log" start -o "$server" >/dev/null
  )
  export MOTIONMODEL_POSTGRESQL="host=$folder user=postgres dbname=postgres"
  export MOTIONMODEL_POSTGRESQL_PROGRAMS=$programs
fi
test_sql 'MotionModel(PostgreSQL|SQL|Copying)Tests' "$@"
# With arguments, only the tests that these choose. The Tour needs an empty database, which a server of somebody need not have.
if [ -z "${MOTIONMODEL_SQL_FILTER:-}$*" ] && [ -n "${folder:-}" ]; then
  tour_sql
  # Five processes with one database, which are killed in turn, and whose server is restarted; the program says what was promised twice.
  as_postgres "$programs/createdb" -h "$folder" -U postgres hotel
  run_sql Rooms "host=$folder user=postgres dbname=hotel" "${MOTIONMODEL_ROOMS_SECONDS:-10}" killing &
  rooms=$!
  while ! as_postgres "$programs/psql" -h "$folder" -U postgres -d hotel -qtc 'SELECT FROM "Stay" LIMIT 1' >/dev/null 2>&1; do
    kill -0 "$rooms" 2>/dev/null || break
    sleep 0.2
  done
  sleep 3
  as_postgres "$programs/pg_ctl" -D "$folder/data" -w -m immediate restart -l "$folder/log" -o "$server" >/dev/null
  wait "$rooms"
fi
