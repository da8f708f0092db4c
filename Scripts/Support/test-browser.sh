#!/usr/bin/env bash
# Drives the forms of the example FormDesk, and the inspector, in a headless Chromium through WebDriver, and has tidy check the pages of
# the first.
# Usage: Scripts/Support/test-browser.sh [FOLDER]; screenshots go to the folder, by default .build/browser.
#
# It fills in forms, sends them wrong and right, adds, moves and removes children, uses the keyboard alone, switches scripts off,
# narrows the window to 320 pixels, and reads the accessibility tree: names, roles, states and descriptions of controls and
# errors. It needs python3, chromium and chromedriver (Debian: chromium, chromium-driver) and tidy (Debian: tidy), and skips with a
# message what is not there. Of the inspector (test-inspector.py) it opens each page light and dark, follows commits, scrolls 1,000,000 rows,
# uses the keyboard alone, edits, copies, shows hostile values, asks from another site and by another name, and watches the example Board.
# CHROMIUM and CHROMEDRIVER name other programs.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-.build/browser}
mkdir -p "$folder"

swift build --product FormDesk
swift build --product MotionModelInspectorDesk
swift build --product Board
desk=$(swift build --show-bin-path)/FormDesk
inspector=$(swift build --show-bin-path)/MotionModelInspectorDesk
board=$(swift build --show-bin-path)/Board

if command -v tidy >/dev/null; then
  rm -rf "$folder/pages"
  "$desk" --check "$folder/pages" >"$folder/check.log"
  wrong=0
  for page in "$folder"/pages/*.html; do
    # tidy ends with 1 for warnings and with 2 for errors.
    status=0
    tidy -e -q "$page" >"$page.tidy" 2>&1 || status=$?
    if [ "$status" -ge 2 ]; then
      echo "$page is not valid:"
      cat "$page.tidy"
      wrong=1
    fi
  done
  if [ $wrong != 0 ]; then exit 1; fi
  echo "tidy finds no error in $(find "$folder/pages" -name '*.html' | wc -l) pages."
else
  echo "Skipped: there is no tidy, so no page was checked for valid HTML."
fi

chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
driver=${CHROMEDRIVER:-$(command -v chromedriver || true)}
if [ -z "$chromium" ] || [ -z "$driver" ] || ! command -v python3 >/dev/null; then
  echo "Skipped: the test in a browser needs python3, chromium and chromedriver."
  exit 0
fi
python3 -B Scripts/Support/test-browser.py --desk "$desk" --chromium "$chromium" --driver "$driver" --folder "$folder"
python3 -B Scripts/Support/test-inspector.py --desk "$inspector" --board "$board" --chromium "$chromium" --driver "$driver" --folder "$folder"
