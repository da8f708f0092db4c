#!/usr/bin/env bash
# Lets Python's parser read the HTML of random forms and tables with hostile texts, and tidy the pages of all controls.
#
#   Scripts/Support/test-html.sh [folder]      # the pages stay in the folder, if one is given
#
# It needs python3, and tidy for the second part (Debian: tidy); each is skipped with a message where it is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -gt 0 ]; then
  pages=$1
  mkdir -p "$pages"
else
  pages=$(mktemp -d)
  trap 'rm -rf "$pages"' EXIT
fi
MOTIONMODEL_HTML=$pages swift test --filter 'HostileHTMLTests|WholePageTests'

if command -v python3 >/dev/null; then
  python3 Scripts/Support/read-html.py "$pages"
else
  echo "Skipped: python3 is not installed, which reads the pages with a parser of its own."
fi

if command -v tidy >/dev/null; then
  status=0
  for page in "$pages"/page-*.html; do
    # Attributes of today's HTML that tidy 5.6, of 2017, does not know or only on other elements.
    problems=$(tidy -quiet -errors -utf8 --show-warnings yes "$page" 2>&1 |
      grep -vE '<div> proprietary attribute "autofocus"|<(input|textarea)> proprietary attribute "inputmode"' |
      grep -vE '<(textarea|select)> proprietary attribute "autocomplete"' || true)
    [ -z "$problems" ] || { echo "$page: $problems"; status=1; }
  done
  [ "$status" = 0 ] || exit 1
  echo "tidy finds nothing wrong with $(ls "$pages"/page-*.html | wc -l) pages of all controls."
else
  echo "Skipped: tidy is not installed, which checks the pages of all controls."
fi
