#!/usr/bin/env bash
# Builds the tests of concurrency with the thread sanitizer and runs them: about three minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Scripts/Support/only-tests.sh
# Only the targets with suites whose names say so are compiled. Those of the core are a target of their own, because its others are many.
MOTIONMODEL_TESTS=$(grep -rlE '(struct|class) [A-Za-z]*Concurrency' Tests --include='*.swift' | grep -oE '/[A-Za-z]+Tests/' | tr -d / | sort -u | xargs)
export MOTIONMODEL_TESTS
only_tests Concurrency --sanitize=thread --scratch-path .build-thread
