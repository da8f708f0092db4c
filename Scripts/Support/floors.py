#!/usr/bin/env python3
"""Checks on Linux that the libraries use nothing of the standard library that is newer than the oldest systems of the manifest.

The text of the toolchain's modules says since which version of macOS each declaration is there, which the compiler looks at
on Apple's systems alone. This script makes what is newer than the manifest's macOS unavailable in a copy of that text, and
compiles the libraries with it. `Scripts/Support/floors.py 14` says what another version would need:

    Sources/Foundations/MotionModelValues/Decimals/DecimalForm.swift:14:15: error: 'UInt128' is unavailable: needs macOS 15.0

Foundation comes without such a text here, so what is newer there is not found.
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
SINCE = re.compile(r"@available\(macOS (\d+)(?:\.(\d+))?[^()]*\*\)")


def floor():
    """Returns the version of macOS, as the argument or the manifest says it."""
    manifest = (words.ROOT / "Package.swift").read_text()
    return int(sys.argv[1]) if len(sys.argv) > 1 else int(re.search(r"\.macOS\(\.v(\d+)\)", manifest)[1])


def without(newer):
    """Returns a function that makes unavailable in a text what a version of macOS does not have."""

    def mark(match):
        version = (int(match[1]), int(match[2] or 0))
        if version <= (newer, 0):
            return match[0]
        return f'@available(*, unavailable, message: "needs macOS {version[0]}.{version[1]}")'

    return lambda text: SINCE.sub(mark, text)


def main():
    libraries = words.toolchain()
    if not (libraries / "linux/Swift.swiftmodule").exists():
        sys.exit("There is no text of a standard library for Linux here, so nothing is compiled.")
    version, mistakes = floor(), []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name in MODULES:
            words.make(name, libraries, folder, without(version))
        for name in words.LIBRARIES:
            mistakes += words.compile_library(name, folder)
    mistakes = [mistake for mistake in mistakes if "error:" in mistake]
    if mistakes:
        sys.exit("\n".join(mistakes))
    print(f"{len(words.LIBRARIES)} libraries use nothing of the standard library that is newer than macOS {version}.")


if __name__ == "__main__":
    main()
