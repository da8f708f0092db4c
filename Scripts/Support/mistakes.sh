#!/usr/bin/env bash
# Compiles each mistake of Tests/Programs/Mistakes/Mistakes.swift, and compares the compiler's first error with the table in
# Mistakes.md, so that messages that help stay so. With "record" as first argument, writes the table.
set -euo pipefail
cd "$(dirname "$0")/../.."
source=Tests/Programs/Mistakes/Mistakes.swift table=Tests/Programs/Mistakes/Mistakes.md
version=$(swiftc --version 2>/dev/null | grep -o 'Swift version [0-9.]*' | head -n 1)

if [ "${1:-}" != record ] && ! grep -q "$version\b" "$table"; then
  echo "The table is of another compiler than $version, so its messages are not compared."
  exit 0
fi
for target in MotionModelForms MotionModelTransactions; do swift build --target "$target" >&2; done
modules=$(swift build --show-bin-path)/Modules

# The first error of a mistake: nothing if it compiles.
first_error() {
  swiftc -typecheck -swift-version 6 -I "$modules" -I Sources/Foundations/MotionModelProcessor/include -D "$1" "$source" 2>&1 |
    sed -n 's/^.*Mistakes\.swift:[0-9]*:[0-9]*: error: //p' | head -n 1 || true
}

# The line of a mistake that the compiler reads.
code() { awk -v name="$1" '/#(else)?if|#endif/ { on = $0 ~ name "$"; next } on { sub(/^ +/, ""); print; exit }' "$source"; }

rows() {
  first_error NONE | sed 's/^/What is no mistake does not compile: /'
  for mistake in $(grep -o 'MISTAKE_[0-9]*' "$source"); do
    printf '| `%s` | %s |\n' "$(code "$mistake" | sed 's/|/\\|/g')" "$(first_error "$mistake")"
  done
}

page() {
  printf '# Mistakes, and what the compiler says first\n\n'
  printf 'Written by `Scripts/Support/mistakes.sh record` with %s.\n\n' "$version"
  printf '| mistake | first error |\n|---|---|\n'
  rows
}

if [ "${1:-}" = record ]; then page >"$table"; else diff "$table" <(page); fi
