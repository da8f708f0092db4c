#!/usr/bin/env python3
"""Reads pairs of pages with Python's parser of HTML, and compares them.

In a folder, `x.html` is a page with hostile texts, `x.words.html` the same page with a plain word in place of each text,
and `x.json` says which text is in place of which word. The first page must have exactly the elements, attributes and
texts of the second one, with the texts in place of the words. `Scripts/Support/test-html.sh` writes the pages.
"""
import json
import pathlib
import re
import sys
from html.parser import HTMLParser
from urllib.parse import quote

VOID = {"input", "meta", "link", "br", "hr", "img"}
WORD = re.compile(r"zq[0-9]+x(?:(?:\n|%0A)y)?")


class Reader(HTMLParser):
    """Collects what it meets, and whether elements end in order."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.events, self.open = [], []

    def handle_starttag(self, tag, attrs):
        if tag == "textarea":
            # Its height is that of the text, which words do not have.
            attrs = [attribute for attribute in attrs if attribute[0] != "rows"]
        self.events.append(("start", tag, attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.events.append(("slash", tag, attrs))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.events.append(("wrong end", tag))
        self.events.append(("end", tag))

    def handle_data(self, data):
        if self.events and self.events[-1][0] == "text":
            data = self.events.pop()[1] + data
        elif self.open and self.open[-1] == "textarea" and data.startswith("\n"):
            # Browsers drop the line feed that a textarea begins with. Python does not.
            data = data[1:]
        self.events.append(("text", data))

    def handle_comment(self, data):
        self.events.append(("comment", data))

    def handle_decl(self, decl):
        self.events.append(("declaration", decl))

    def unknown_decl(self, data):
        self.events.append(("unknown", data))

    def handle_pi(self, data):
        self.events.append(("instruction", data))


def read(path):
    reader = Reader()
    # Browsers read each end of a line as one line feed before anything else. Python does not.
    page = path.read_bytes().decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    reader.feed(page)
    reader.close()
    return reader.events + [("open", tag) for tag in reader.open]


def filled(text, texts, in_address=False):
    def meant(match):
        word = match.group().replace("%0A", "\n")
        tail = ""
        if word not in texts:
            word, tail = word.split("\n")[0], word[len(word.split("\n")[0]):]
        if word not in texts:
            return match.group()
        return (quote(texts[word], safe="-._~") if in_address else texts[word]) + tail

    return WORD.sub(meant, text).replace("\0", "\ufffd")


def expected(event, texts):
    if event[0] == "text":
        return ("text", filled(event[1], texts))
    if event[0] == "start":
        attributes = [
            (name, value if value is None else filled(value, texts, name == "href")) for name, value in event[2]
        ]
        return (event[0], event[1], attributes)
    return event


def main():
    folder = pathlib.Path(sys.argv[1])
    count = wrong = 0
    for path in sorted(folder.glob("*.json")):
        texts = json.loads(path.read_text())
        found = read(path.with_suffix(".html"))
        meant = [expected(event, texts) for event in read(path.with_suffix(".words.html"))]
        kinds = {event[0] for event in found} - {"start", "end", "text", "declaration"}
        differences = [pair for pair in zip(found, meant) if pair[0] != pair[1]]
        if kinds or differences or len(found) != len(meant):
            wrong += 1
            print(f"{path.stem}: {kinds or ''} {len(found)} of {len(meant)} events, first difference {differences[:1]}")
        count += 1
    print(f"Python's parser read {count} pages with hostile texts; {wrong} are not what was meant.")
    sys.exit(1 if wrong or count == 0 else 0)


main()
