#!/usr/bin/env python3
"""Checks that each block of Swift in the README is a part of Snippets/ReadMe.swift, which is compiled and run."""
import re
import sys

HIDDEN = re.compile(r"^ *// snippet\.hide\n.*?(?:^ *// snippet\.show\n|\Z)", re.M | re.S)


def words(text):
    """Code without white space and semicolons; a program names results that the README only shows."""
    lines = [re.sub(r"^(?:let|var) \w+ = ", "", line.strip()) for line in text.splitlines()]
    return re.sub(r"[\s;]", "", "".join(lines))


snippet = words(HIDDEN.sub("", open("Snippets/ReadMe.swift").read()))
blocks = re.findall(r"^```swift\n(.*?)^```", open("README.md").read(), re.M | re.S)
code = [block for block in blocks if ".package(" not in block]
missing = [block for block in code if words(block) not in snippet]
for block in missing:
    print(f"The README has code that is not in Snippets/ReadMe.swift:\n{block}", file=sys.stderr)
sys.exit(1 if missing or len(code) < 6 else 0)
