#!/usr/bin/env bash
# Measures the library beside hand-written Swift and GRDB. With "record" as first argument, writes the results page.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/sql-traits.sh
options=(-c release --package-path Benchmarks)
if has_libpq; then options+=(--traits PostgreSQL); fi
swift build "${options[@]}" >&2
exec "$(swift build "${options[@]}" --show-bin-path)/Benchmarks" "$@"
