#!/usr/bin/env bash
# Tests MotionModelREST against a real Rails app, which Rails' own generator writes in a temporary folder: CRUD,
# relations, errors, tokens, conflicts, offline and back, with and without support for idempotency keys.
#
#   Scripts/Support/test-rails.sh
#   MOTIONMODEL_SEED=7 Scripts/Support/test-rails.sh   # the random steps of that seed again
#
# Where Rails is missing, it says so and does nothing. On Debian and Ubuntu, these packages are enough:
#
#   apt-get install -y ruby-rails ruby-sqlite3 puma
#
# The servers listen at the loopback address only, at ports that are free, and end with the script. The app is
# Tests/Programs/Rails/Server, the program that uses it Tests/Programs/Rails/Client.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! ruby -e 'require "rails"; require "sqlite3"' 2>/dev/null || ! command -v puma >/dev/null; then
  echo "Rails is not tested: Ruby with rails, sqlite3 and puma is missing (see the head of $0)."
  exit 0
fi

folder=$(mktemp -d)
servers=()
# The servers are ended by their ids, and waited for, so that nothing is left when the script ends.
finish() {
  local server
  for server in "${servers[@]}"; do kill "$server" 2>/dev/null || true; done
  for server in "${servers[@]}"; do wait "$server" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

swift build --product MotionModelRails >&2
client=$(swift build --show-bin-path)/MotionModelRails

# Makes the app, and starts it at a free port; the port is in the file "port" once it listens.
start() { # name, environment
  local app="$folder/$1"
  cp -R Tests/Programs/Rails/Server "$app"
  (cd "$app" && ruby make.rb)
  (cd "$app" && exec env RAILS_ENV=production SHOP_LOG="$app/rails.log" "${@:2}" \
    puma --environment production --threads 1:8 --bind tcp://127.0.0.1:0 config.ru) >"$app/puma.log" 2>&1 &
  servers+=($!)
}

# Waits until a server listens, and prints its address.
address() { # name
  local log="$folder/$1/puma.log"
  for _ in $(seq 300); do
    if grep -qoE 'http://127\.0\.0\.1:[0-9]+' "$log" 2>/dev/null; then
      grep -oE 'http://127\.0\.0\.1:[0-9]+' "$log" | head -n 1
      return
    fi
    sleep 0.1
  done
  echo "The Rails app does not start:" >&2
  cat "$log" >&2
  return 1
}

# Uses the app; when a check fails, the last lines of Rails' log say why.
check() { # name, arguments
  local url
  url=$(address "$1")
  if ! "$client" "$url" "${@:2}"; then
    tail -n 20 "$folder/$1/rails.log" >&2
    return 1
  fi
}

start plain SHOP_KEYS=
start keys SHOP_KEYS=1
ruby -e 'require "rails"; puts "Rails #{Rails.version}, Ruby #{RUBY_VERSION}"'
check plain
printf '\n== With idempotency keys\n'
check keys --keys
