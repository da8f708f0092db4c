# Read by scripts that need the tests alone: `swift test` builds all programs and examples too.

# only_tests FILTER OPTION… [-- ARGUMENT…]: builds the tests with options of swift build, and runs those of a filter with arguments.
only_tests() {
  local filter=$1 options=() binary
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1") && shift; done
  if [ $# -gt 0 ]; then shift; fi
  swift build "${options[@]}" --product MotionModelPackageTests
  binary=$(swift build "${options[@]}" --show-bin-path)/MotionModelPackageTests.xctest
  # On Linux the tests are a program; on a Mac they are a bundle, which swift test runs.
  if [ -f "$binary" ]; then
    "$binary" --testing-library swift-testing --filter "$filter" "$@"
  else
    swift test "${options[@]}" --skip-build --filter "$filter" "$@"
  fi
}
