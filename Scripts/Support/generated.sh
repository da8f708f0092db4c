#!/usr/bin/env bash
# Builds the example whose models are generated, and checks that the plugin runs when the data model changed, and only then.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy of the example, so that changing its data model changes nothing here.
cp -R Examples/More/Generated "$work/Generated"
rm -rf "$work/Generated/.build"
example="$work/Generated"
sed -i.old "s|path: \"../../..\"|path: \"$PWD\"|" "$example/Package.swift"
scratch=${MOTIONMODEL_GENERATED_SCRATCH:-$PWD/.build-generated}
model="$example/Sources/Generated/Shop.xcdatamodeld"

build() { swift build --package-path "$example" --scratch-path "$scratch" 2>&1; }
fail() { echo "generated.sh: $1"; exit 1; }
# Whether the last build ran the generator.
generated() { grep -q "Generate ShopModels.swift" <<< "$log"; }

log=$(build) || { echo "$log"; exit 1; }
"$scratch/debug/Generated" | diff - <(printf 'Ann has 2 orders.\nOpen: 30\nOrders without her: 0\n') \
  || fail "The example prints something else."

# The second build of a package links its tools once more, so the generator may run with it.
log=$(build)
log=$(build); ! generated || fail "The generator ran though nothing had changed: $log"
echo "// A comment." >> "$example/Sources/Generated/Generated.swift"
log=$(build); ! generated || fail "The generator ran though no data model had changed."
sed -i.old 's/name="isPaid"/name="isPaid" optional="YES"/' "$model/Shop.xcdatamodel/contents"
rm "$model/Shop.xcdatamodel/contents.old"
log=$(build); generated || fail "The generator did not run though the data model had changed."
cp -R "$model/Shop.xcdatamodel" "$model/Shop 2.xcdatamodel"
sed -i.old 's/Shop.xcdatamodel</Shop 2.xcdatamodel</' "$model/.xccurrentversion"
rm "$model/.xccurrentversion.old"
log=$(build); generated || fail "The generator did not run though another version was chosen."
echo '{"access": "public"}' > "$example/Sources/Generated/MotionModelGenerator.json"
log=$(build); generated || fail "The generator did not run though its configuration had changed."

# The command makes files where there are none, and never changes one.
people() { swift package --package-path "$example" --scratch-path "$scratch" --allow-writing-to-package-directory generate-models "$@" 2>&1; }
log=$(people) || fail "The command failed: $log"
for name in Customer Order; do
  [ -e "$example/Sources/Generated/Models/$name.swift" ] || fail "The command made no $name.swift: $log"
done
echo "// Written by hand." > "$example/Sources/Generated/Models/Order.swift"
log=$(people) || fail "The command failed the second time: $log"
[ "$(cat "$example/Sources/Generated/Models/Order.swift")" = "// Written by hand." ] || fail "The command changed a file of a person."
if people --target Nowhere > "$work/refused"; then fail "A target that is not there was accepted."; fi
log=$(build) || fail "The files for people do not compile: $log"

sed -i.old 's/<entity name="Order"/<entity name="Order" parentEntity="Order"/' "$model/Shop 2.xcdatamodel/contents"
if log=$(build); then fail "A data model with a mistake was built."; fi
grep -q 'Shop 2.xcdatamodel/contents:[0-9]*:[0-9]*: error: ' <<< "$log" || fail "The mistake was not reported with its place: $log"
echo "The plugin runs when a data model changed, and only then."

# How long the tool takes as a build runs it, which is without optimisation. Printed, and not judged: machines differ.
large="$work/Large.xcdatamodel"
mkdir "$large"
{
  echo '<model>'
  for n in $(seq 100); do
    echo "<entity name=\"Entity$n\">"
    for type in "Integer 64" String Boolean Date Double UUID Binary Decimal; do
      name=${type// /}
      echo "<attribute name=\"value$name\" optional=\"YES\" attributeType=\"$type\"/>"
    done
    echo "<relationship name=\"parent\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"Entity1\""
    echo "  inverseName=\"children$n\" inverseEntity=\"Entity1\"/>"
    if [ "$n" = 1 ]; then
      for m in $(seq 100); do
        echo "<relationship name=\"children$m\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Cascade\""
        echo "  destinationEntity=\"Entity$m\" inverseName=\"parent\" inverseEntity=\"Entity$m\"/>"
      done
    fi
    echo '</entity>'
  done
  echo '</model>'
} > "$large/contents"
tool=$(find "$scratch/debug/" -maxdepth 1 -name 'MotionModelGeneratorTool*' -type f -perm -u+x | head -n 1)
TIMEFORMAT=%R
best=$(for _ in 1 2 3 4 5; do { time "$tool" "$large" --output "$work/Large.swift"; } 2>&1; rm "$work/Large.swift"; done | sort -n | head -n 1)
echo "The tool takes $best s for 100 entities of 8 attributes and a relationship each, without optimisation."
