#!/usr/bin/env bash
# Builds with the trait SQLite and runs the tests of the modules for SQL. Where SQLite is missing, it says so and ends well:
# without the trait nothing needs it. A build with the trait is another build, so it has its own folder.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/has-sqlite.sh || exit 0
swift test --traits SQLite --scratch-path .build-sqlite --filter MotionModelSQL "$@"
