#!/usr/bin/env bash
# Lets bash, zsh and fish complete words of the tool by the scripts that it prints. A shell that is not there is skipped.
#
#     Scripts/Support/completions.sh [motionmodel]
#
# Without the path of a tool, it builds one.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ $# = 0 ]; then
  swift build --package-path "$root" --product motionmodel
  set -- "$(swift build --package-path "$root" --show-bin-path)/motionmodel"
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/files"
cp "$1" "$folder/bin/motionmodel"
export PATH="$folder/bin:$PATH" HOME="$folder" TERM=dumb
for shell in bash zsh fish; do motionmodel completions $shell > "$folder/script.$shell"; done
cd "$folder/files"
touch todos.json

complete_bash() {
  bash -c 'source "$0"; COMP_WORDS=("${@}"); COMP_CWORD=$(($# - 1)); _motionmodel; printf "%s\n" "${COMPREPLY[@]}"' \
    "$folder/script.bash" "$@"
}

complete_fish() {
  local line
  line=$(printf '%s ' "$@")
  fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$folder/script.fish" "${line% }" | cut -f 1
}

# zsh completes only on a terminal. What would be listed is printed instead, between two marks.
complete_zsh() {
  local line
  line=$(printf '%s ' "$@")
  zsh -f -s "$folder/script.zsh" "${line% }" <<'ZSH'
zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal "PROMPT=; source =(print -r -- '
autoload -U compinit; compinit -u -D; source $1
bindkey \"^I\" complete-word
compadd() {
  local -a found=() options=()
  builtin compadd -O found \"\$@\"
  (( \$#found )) && print -rl -- \"|\${(@)^found}|\"
}
finish() { print -r -- END; exit }
comppostfuncs=(finish)
print READY'); "
while zpty -r terminal output; do [[ $output == READY* ]] && break; done
zpty -w -n terminal "$2"$'\t'
while zpty -r terminal output; do
  [[ $output == *END* ]] && break
  output=${output%%$'\r\n'*}
  [[ $output == *\|*\| ]] && print -r -- ${${output%\|}##*\|}
done
ZSH
}

failures=0

# Checks that a shell completes some words as expected: `expect shell 'words' 'completions'`, both separated by spaces.
expect() {
  local words found
  read -r -a words <<< "$2"
  found=$(complete_"$1" "${words[@]}" 2> "$folder/errors" | sort -u | tr '\n' ' ' || true)
  if [ "$found" != "$3 " ] || [ -s "$folder/errors" ]; then
    echo "$1 completes \"$2\" with \"$found\", expected \"$3\". $(cat "$folder/errors")" >&2
    failures=$((failures + 1))
  fi
}

for shell in bash zsh fish; do
  if ! command -v $shell > /dev/null; then
    echo "Skipped: $shell is not there." >&2
    continue
  fi
  expect $shell "motionmodel qu" "query"
  expect $shell "motionmodel query --lim" "--limit"
  expect $shell "motionmodel cat tod" "todos.json"
  expect $shell "motionmodel convert a b --to js" "json jsonl"
  expect $shell "motionmodel completions z" "zsh"
  expect $shell "motionmodel help in" "info insert"
done
[ $failures = 0 ]
