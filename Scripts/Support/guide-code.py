#!/usr/bin/env python3
"""Checks that the guides and the README show the code of the programs in Snippets, which are compiled and run. `guide-code.py write` updates the guides.

In a guide, a block of Swift below a line `<!-- snippet: Finding#pages -->` is the slice `pages` of Snippets/Finding.swift. Without `#pages` it is the whole program,
without the comment at its head. `// snippet.pages` begins a slice, up to the next one, `// snippet.end` or the end. Lines between `// snippet.hide` and
`// snippet.show` are left out. The README shows parts of Snippets/ReadMe.swift, on fewer lines and without the names of results.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHOWN = re.compile(r"^<!-- *snippet\b:? *([^\n]*?) *-->\n(```swift\n.*?^```\n)?", re.M | re.S)
WRITES = sys.argv[1:] == ["write"]


def slices(file):
    """The blocks of a program by what guides call them: the whole program, and each slice."""
    whole, current, hidden = file.stem, None, False
    code = {whole: []}
    for line in re.sub(r"\A(?:// (?!snippet\.).*\n)*", "", file.read_text()).splitlines():
        marker = re.fullmatch(r" *// snippet\.(\w+)", line)
        if not marker and not hidden:
            code[whole].append(line)
            code.get(current, []).append(line)
        elif marker and marker[1] in ("hide", "show"):
            hidden = marker[1] == "hide"
        elif marker:
            current = None if marker[1] == "end" else f"{whole}#{marker[1]}"
            code.setdefault(current, [])
    return {name: block(lines) for name, lines in code.items() if name}


def block(lines):
    """Lines as a block of Markdown, without common indentation, and with one blank line at most between others."""
    text = textwrap.dedent("\n".join(lines)).strip("\n")
    return "```swift\n" + re.sub(r"\n{3,}", "\n\n", text) + "\n```\n"


def words(text):
    """Code without white space, semicolons and the names of results."""
    lines = [re.sub(r"^(?:let|var) \w+ = ", "", line.strip()) for line in text.splitlines()]
    return re.sub(r"[\s;]", "", "".join(lines))


def check_guide(guide, code):
    """Reports blocks that are not the code they name, or writes them; returns the names."""
    text = guide.read_text()
    if WRITES:
        text = SHOWN.sub(lambda match: f"<!-- snippet: {match[1]} -->\n{code.get(match[1], match[2] or '')}", text)
        guide.write_text(text)
    blocks = SHOWN.findall(text)
    for name, shown in blocks:
        if name not in code:
            yield f"{guide.relative_to(ROOT)}: there is no {name} in Snippets."
        elif shown != code[name]:
            yield f"{guide.relative_to(ROOT)}: the code is not that of {name} in Snippets. Change it there, and run Scripts/Support/guide-code.py write."
    return {name for name, _ in blocks}


def check_all():
    code = {name: text for file in sorted(ROOT.glob("Snippets/*.swift")) for name, text in slices(file).items()}
    program = words(code.pop("ReadMe"))
    shown = set()
    for guide in sorted(ROOT.glob("Sources/**/Documentation.docc/*.md")):
        shown |= yield from check_guide(guide, code)
    sliced = {name.partition("#")[0] for name in code if "#" in name}
    for name in sorted(set(code) - shown - sliced):
        if name.partition("#")[0] not in shown:
            yield f"Snippets: no guide shows {name}."
    for part in re.findall(r"^```swift\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S):
        if ".package(" not in part and words(part) not in program:
            yield f"README.md: the code is not in Snippets/ReadMe.swift:\n{part}"


faults = list(check_all())
for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
