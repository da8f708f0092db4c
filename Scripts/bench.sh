#!/usr/bin/env bash
# Measures the library beside hand-written Swift and GRDB. With "record" as first argument, writes the results page.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build -c release --package-path Benchmarks >&2
exec "$(swift build -c release --package-path Benchmarks --show-bin-path)/Benchmarks" "$@"
