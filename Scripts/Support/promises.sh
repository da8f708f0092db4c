#!/usr/bin/env bash
# Checks that each promise in Documentation/Promises.md and each row of Documentation/Parity.md names tests, that these exist, that the headings
# to which Parity.md links exist, and that it says what is missing.
set -euo pipefail
export LC_ALL=C # one order for sort and comm
cd "$(dirname "$0")/../../Documentation"
status=0

# Reports each line of the input, with what is wrong with it.
report() {
  while IFS= read -r line; do
    printf '%s: %s\n' "$1" "$line"
    status=1
  done
}

# The rows of a page's tables, without their heads.
rows() { grep '^| ' "$1" | grep -v -e '^| Promise |' -e '^| Limit |' -e '^| What |'; }

# The first cells of the rows whose fifth cell, which is about this library, matches a pattern.
features() { rows Parity.md | awk -F ' *[|] *' -v pattern="$1" '$6 ~ pattern { print $2 }' | sort; }

# The names of all suites and tests.
tests() {
  grep -rhoE --include='*.swift' '(struct|class|enum) [A-Za-z0-9]+Tests\b|func `[^`]+`' ../Tests |
    sed -E 's/^[a-z]+ //; s/`//g' | sort -u
}

# What is in backticks, where a name that does not end in Tests is that of a single test.
quoted() { grep -oE "\`$1\`" | tr -d '`' | sort -u; }

# The anchors of a page's headings, as sites make them.
anchors() { sed -nE 's/^#+ //p' "$1" | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'; }

report 'No test holds' < <(rows Promises.md | grep -vE '`[A-Za-z0-9]+Tests`')
report 'No test holds' < <(rows Parity.md | grep -v '`' | grep -v '| no | \[')
report 'There is no test' < <(comm -23 <(rows Promises.md | quoted '[A-Za-z0-9]+Tests') <(tests))
report 'There is no test' < <(comm -23 <(rows Parity.md | quoted '[^`]+') <(tests))

report 'Nothing is said of what is missing' < <(
  comm -3 <(features '^(partly|no)$') <(sed -nE 's/^- \*\*([^*]+)\*\*:.*/\1/p' Parity.md | sort)
)
report 'There is no address, or no use, for' < <(
  comm -3 <(grep -oE '\]\[[^]]+\]' Parity.md | tr -d '][' | sort -u) <(sed -nE 's/^\[([^]]+)\]: .*/\1/p' Parity.md | sort)
)
while IFS='#' read -r page anchor; do
  if [ ! -f "$page" ]; then report 'There is no page' <<<"$page"; continue; fi
  anchors "$page" | grep -x -- "$anchor" >/dev/null || report 'There is no heading' <<<"$page#$anchor"
done < <(sed -nE 's/^\[[^]]+\]: //p' Parity.md)
exit "$status"
