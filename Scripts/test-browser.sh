#!/usr/bin/env bash
# Drives the forms of the example FormDesk in a headless Chromium through WebDriver, and has tidy check its pages.
# Usage: Scripts/test-browser.sh [FOLDER]; screenshots go to the folder, by default .build/browser.
#
# It fills in forms, sends them wrong and right, adds, moves and removes children, uses the keyboard alone, switches scripts off,
# narrows the window to 320 pixels, and reads the accessibility tree: names, roles, states and descriptions of controls and
# errors. It needs python3, chromium and chromedriver (Debian: chromium, chromium-driver) and tidy (Debian: tidy), and skips with a
# message what is not there. CHROMIUM and CHROMEDRIVER name other programs.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-.build/browser}
mkdir -p "$folder"

swift build --product FormDesk
desk=$(swift build --show-bin-path)/FormDesk

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
python3 Scripts/test-browser.py --desk "$desk" --chromium "$chromium" --driver "$driver" --folder "$folder"
