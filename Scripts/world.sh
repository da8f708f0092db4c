#!/usr/bin/env bash
# Runs random programs (worlds) with optimisation: Scripts/world.sh [steps] [seed]. Without a seed it continues where
# the last run ended. It stops at the first difference, with a short program that reproduces it.
# Scripts/world.sh memory [steps] [seed] looks for leaked memory,
# Scripts/world.sh storm [steps] [seed] runs worlds beside threads,
# Scripts/world.sh depot [steps] [seed] runs worlds with records that an adapter keeps, and
# Scripts/world.sh print [steps] [seed] prints the programs of worlds.
# Scripts/world.sh sqlite [seconds] and Scripts/world.sh postgresql [seconds] run worlds whose records a database keeps beside
# the same in memory, for as long as that in each of a few parts; MOTIONMODEL_SEED repeats them.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
sqlite | postgresql)
  export MOTIONMODEL_SQL_FILTER=WorldTests MOTIONMODEL_WORLD_SECONDS=${2:-60}
  exec "Scripts/Support/test-$1.sh"
  ;;
esac
swift build -c release -Xswiftc -enable-testing --product World --scratch-path .build-release >&2
world=.build-release/release/World
case ${1:-} in memory | storm | depot | print) exec "$world" "$@" ;; esac
steps=${1:-10000000}
state=.build-release/world-seed
seed=${2:-$(cat "$state" 2>/dev/null || echo 1)}
"$world" "$steps" "$seed" | while IFS= read -r line; do
  printf '%s\n' "$line"
  next=$(sed -n 's/.*next seed \([0-9]*\)$/\1/p' <<<"$line")
  if [ -n "$next" ]; then printf '%s\n' "$next" >"$state"; fi
done
