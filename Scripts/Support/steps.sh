# Read by .ci/run and .ci/builds: their steps, and what is said of tests that fail.
logs=$(mktemp -d)
trap 'rm -rf "$logs"; kill $(jobs -p) 2>/dev/null || true' EXIT

# SECONDS counts from the start of the script.
step() { printf '\n== %s (after %d s)\n' "$1" "$SECONDS"; }

# Runs tests; when some fail, says at the end which, with the seed that repeats the random ones.
tests() {
  local log
  log=$(mktemp "$logs/tests.XXXXXX")
  "$@" 2>&1 | tee "$log" && return
  printf '\n== Failed: %s\n' "$*"
  grep -aE '✘|↳|MOTIONMODEL_SEED|error:|ThreadSanitizer|Fatal' "$log" | tail -n 100
  return 1
}
