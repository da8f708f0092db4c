#!/usr/bin/env python3
"""Checks on Linux that the libraries use nothing of the standard library that is newer than the oldest systems of the manifest.

The text of the toolchain's modules says since which version of macOS each declaration is there, which the compiler looks at
on Apple's systems alone. This script marks what is newer than the manifest's macOS in a copy of that text, and
compiles the libraries with it. `Scripts/Support/floors.py 14` says what another version would need:

    Sources/Foundations/MotionModelValues/Decimals/DecimalForm.swift:14:15: warning: 'UInt128' is deprecated: needs macOS 15.0

(`&*` of integers is listed, too, and is older: the protocol declares it again.) Foundation comes without such a text here, so
what is newer there is not found.
"""

import importlib.util
import pathlib
import re
import sys
import tempfile

spec = importlib.util.spec_from_file_location("words", pathlib.Path(__file__).parent / "words-of-32-bits.py")
words = importlib.util.module_from_spec(spec)
spec.loader.exec_module(words)

MODULES = ["Swift", "_Concurrency", "Synchronization", "Observation", "_StringProcessing"]
SINCE = re.compile(r"@available\(macOS (\d+)(?:\.(\d+))?[^()]*\*\)(?=(\s+extension Swift\.EnumeratedSequence\b)?)")


def without(newer):
    """Returns a function that marks in a text what a version of macOS does not have.

    What is deprecated is a warning where it is used. A conformance has to be missing, so that the compiler takes another function.
    """

    def mark(match):
        version = (int(match[1]), int(match[2] or 0))
        kind = "unavailable" if match[3] else "deprecated"
        return match[0] if version <= (newer, 0) else f'@available(*, {kind}, message: "needs macOS {version[0]}.{version[1]}")'

    return lambda text: SINCE.sub(mark, text)


def main():
    libraries = words.toolchain()
    if not (libraries / "linux/Swift.swiftmodule").exists():
        print("There is no text of a standard library for Linux here, so nothing is compiled.")
        return
    manifest = (words.ROOT / "Package.swift").read_text()
    version = int(sys.argv[1] if len(sys.argv) > 1 else re.search(r"\.macOS\(\.v(\d+)\)", manifest)[1])
    mistakes, words.CONVERTING = [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name in MODULES:
            words.make(name, libraries, folder, without(version))
        for name in words.LIBRARIES:
            mistakes += words.compile_library(name, folder)
    mistakes = [mistake for mistake in mistakes if re.search("error:|needs macOS", mistake)]
    if mistakes:
        sys.exit("\n".join(mistakes))
    print(f"{len(words.LIBRARIES)} libraries use nothing of the standard library that is newer than macOS {version}.")


if __name__ == "__main__":
    main()
