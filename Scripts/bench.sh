#!/usr/bin/env bash
# Measures the library beside hand-written Swift and GRDB, and at last, when it measures everything, DuckDB and Polars on the same rows, whose
# figures are added to the others: "Scripts/bench.sh peers" does that alone. With "record" as first argument, writes the results page.
set -euo pipefail
cd "$(dirname "$0")/.."
peers() {
  if command -v python3 >/dev/null; then python3 Benchmarks/Peers/peers.py "$@"; else echo "Skipped DuckDB and Polars, because python3 is missing."; fi
}
if [ "${1-}" = peers ]; then shift; peers "$@"; exit; fi
. Scripts/Support/sql-traits.sh
options=(-c release --package-path Benchmarks)
if has_libpq; then options+=(--traits PostgreSQL); fi
swift build "${options[@]}" >&2
"$(swift build "${options[@]}" --show-bin-path)/Benchmarks" "$@"
if [ $# -eq 0 ]; then peers --figures Benchmarks/.build/figures.json; fi
