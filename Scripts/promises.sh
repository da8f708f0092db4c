#!/usr/bin/env bash
# Checks that each promise in Documentation/Promises.md names tests, and that these exist.
set -euo pipefail
cd "$(dirname "$0")/.."
page=Documentation/Promises.md
status=0
while IFS= read -r row; do
  if ! grep -q '`[A-Za-z]*Tests`' <<<"$row"; then
    printf 'No test holds: %s\n' "$row"
    status=1
  fi
done < <(grep '^| ' "$page" | grep -v -e '^| Promise |' -e '^| Limit |')
while IFS= read -r name; do
  if ! grep -rqE "(struct|class|enum) $name\b" Tests; then
    printf 'There are no %s.\n' "$name"
    status=1
  fi
done < <(grep -o '`[A-Za-z]*Tests`' "$page" | tr -d '`' | sort -u)
exit "$status"
