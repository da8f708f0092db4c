#!/usr/bin/env python3
"""Counts sentences of comments that need two readings, words of ours that are not the field's, and lines beyond the formatter's columns.

The counts may only go down: they are compared with Scripts/Support/words.json, which `Scripts/Support/words.py record` lowers. `Scripts/Support/words.py list 50`
prints the worst 50 sentences.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CEILINGS = ROOT / "Scripts/Support/words.json"
COLUMNS = 120
POINTERS = re.compile(r"\b(?:that|which|what|those|one|it)\b", re.I)
OURS = re.compile(r"\b(?:told|asked|somebody|whoever|anew|kept up|goes on|the others)\b", re.I)
CODE = re.compile(r"``?[^`]*``?")


def comments(text):
    """The blocks of comments of a source, each with the number of its first line; samples of code are left out."""
    block, start, is_code = [], 0, False
    for number, line in enumerate(text.splitlines() + [""], 1):
        match = re.match(r"\s*//[/!]? ?(.*)", line)
        if match and re.match(r"```", match.group(1)):
            is_code = not is_code
        elif match and not is_code:
            if not block:
                start = number
            block.append(match.group(1))
            continue
        elif match:
            continue
        if block:
            yield start, " ".join(block)
        block, is_code = [], is_code and bool(match)


def sentences(text):
    # A list item and a table row begin a sentence.
    return [part for part in re.split(r"(?<=[.:;!?]) +|(?: - | \| )", CODE.sub("x", text)) if part]


def findings():
    hard, ours, wide = [], [], 0
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        text = path.read_text()
        wide += sum(len(line) > COLUMNS for line in text.splitlines())
        for line, block in comments(text):
            for sentence in sentences(block):
                place = f"{path.relative_to(ROOT)}:{line}"
                pointers = len(POINTERS.findall(sentence))
                if pointers >= 4:
                    hard.append((pointers / len(sentence.split()), pointers, place, sentence))
                ours += [(place, sentence)] * len(OURS.findall(sentence))
    return sorted(hard, reverse=True), ours, wide


hard, ours, wide = findings()
counts = {"sentences with four or more pointing words": len(hard), "words of ours": len(ours), "lines beyond 120 columns": wide}
if sys.argv[1:2] == ["list"]:
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    for _, pointers, place, sentence in hard[:count]:
        print(f"{pointers} {place}: {sentence}")
    for place, sentence in ours[:count]:
        print(f"  {place}: {sentence}")
ceilings = json.loads(CEILINGS.read_text()) if CEILINGS.exists() else counts
above = {name: (count, ceilings[name]) for name, count in counts.items() if count > ceilings[name]}
if sys.argv[1:2] == ["record"]:
    CEILINGS.write_text(json.dumps({name: min(count, ceilings[name]) for name, count in counts.items()}, indent=2) + "\n")
print(", ".join(f"{count} {name}" for name, count in counts.items()))
for name, (count, ceiling) in above.items():
    print(f"There are {count} {name}, and at most {ceiling} are allowed: rewrite those of your change.", file=sys.stderr)
sys.exit(1 if above else 0)
