#!/usr/bin/env python3
"""Checks that the libraries mean the same where `Int` has 32 bits: on watches and in Wasm.

No toolchain for Linux has a standard library of that kind, but each has the text of its own. This script makes `Int` and
`UInt` of 32 bits in a copy of that text, and compiles the libraries with it as far as the compiler finds mistakes; nothing
of it can run. So found are literals that `Int` cannot hold, and, because they are deprecated there, conversions to `Int`
that trap: of numbers of 64 bits and of `UInt32`. What is sure to fit says `Int(truncatingIfNeeded:)`, and
what may not says `Int(exactly:)` or `Int(clamping:)`.

The compiler does not see that a shift is too far, and gives 0 for it. So a literal that is shifted by 31 or more must name
a type of stated width: `Int64(1) << 53`. `--shifts` checks nothing else, at once.

The few files that need no Foundation run, too: in Wasm, by Tests/Programs/Words.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# In the order in which they use each other. MotionModelREST compares Data, by a function of Foundation as below.
LIBRARIES = [
    "MotionModelSystem", "MotionModelValues", "MotionModelStorage", "MotionModel", "MotionModelSQL", "MotionModelValidation",
    "MotionModelTransactions", "MotionModelSearch", "MotionModelLive", "MotionModelJournal", "MotionModelStatistics",
    "MotionModelForms", "MotionModelFormsHTML", "MotionModelFormsTerminal",
]
# Search counts in 32 bits itself, and converts these numbers all the time.
CONVERTING = ["MotionModelSearch"]
# Functions of Foundation that are inlined in their callers need an `Int` of 64 bits, and stop the compiler.
INLINED = [
    ("API/Finder/RecordPredicate+Foundation.swift", "?.key == variable ?", " != nil ?"),
]
# What Tests/Programs/Words runs.
RUN = [
    "MotionModel/Engine/Indexes/HashTable.swift", "MotionModel/Engine/Rows/PagedArray.swift",
    "MotionModel/Engine/Rows/RowMask.swift", "MotionModel/Engine/Rows/RowPosition.swift",
    "MotionModel/Seams/Live/ExactSum.swift", "Foundations/MotionModelValues/Dates/CivilDay.swift",
]
CONVERSIONS = """
extension Swift.Int {
  @available(*, deprecated, message: "traps where Int has 32 bits")
  @_alwaysEmitIntoClient public init(_ source: Swift.Int64) { self.init(truncatingIfNeeded: source) }
  @available(*, deprecated, message: "traps where Int has 32 bits")
  @_alwaysEmitIntoClient public init(_ source: Swift.UInt64) { self.init(truncatingIfNeeded: source) }
  @available(*, deprecated, message: "traps where Int has 32 bits")
  @_alwaysEmitIntoClient public init(_ source: Swift.UInt32) { self.init(truncatingIfNeeded: source) }
}
"""


def narrowed(text):
    """The text of a module with `Int` and `UInt` of 32 bits. What it computes is not always right; its types are."""
    of_words = re.compile(
        r"^(@.*\) )?(@frozen )?(public struct U?Int :|extension Swift\.U?Int[ .]"
        r"|extension Synchronization\.(Atomic where Value == Swift\.U?Int |WordPair : Synchronization))")
    vectors = re.compile(r"^extension Swift\.SIMD.*(Scalar == Swift\.U?Int |Storage == Swift\.SIMD\d+<Swift\.Int> )")
    lines, is_inside, is_dropped = [], False, False
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        is_dropped = is_dropped or bool(vectors.match(line))
        is_inside = is_inside or bool(of_words.match(line))
        # Addresses have two bits for other uses.
        line = re.sub(r"return (0x[0-9A-F]{4}_[0-9A-F]{4})_0000_0000$", r"return \1", line)
        if is_inside:
            line = re.sub(r"\b6([34])\b", lambda match: "3" + "12"[match[1] == "4"], line)
            line = re.sub(r"[sz]extOrBitCast_Word_Int64", "truncOrBitCast_Word_Int32", line)
            line = line.replace("truncOrBitCast_Int64_Word", "zextOrBitCast_Int32_Word")
            line = line.replace("_Atomic64BitStorage", "_Atomic32BitStorage").replace("UInt64(_value)", "UInt64(UInt(self))")
            if "Builtin" in line:
                line = re.sub(r"(?<=[_x.])Int64(?=\b|_)", "Int32", line)
            line = line.replace("9223373136366403584.0", "2147483904.0").replace("9223372036854775808.0", "2147483648.0")
            line = line.replace("18446744073709551616.0", "4294967296.0")
        elif "Builtin" in line:
            line = line.replace("UInt(Builtin.trunc_Int128_Int64(", "UInt(Builtin.trunc_Int128_Int32(")
            line = line.replace("Int(Builtin.assumeNonNegative_Int64", "Int(Builtin.assumeNonNegative_Int32")
            if "extended" in line or "init(_ v: Swift.Int)" in before:
                line = re.sub(r"([su]itofp)_Int64_(\w+)\((v|extended)\._value", r"\1_Int32_\2(\3._value", line)
            if "return UInt(" in before:
                line = re.sub(r"[sz]extOrBitCast_Int64_Int64", "truncOrBitCast_Int64_Int32", line)
                line = re.sub(r"([sz])extOrBitCast_(Int\d+)_Int64", r"\1extOrBitCast_\2_Int32", line)
            if "bits._value" in line:
                line = line.replace("truncOrBitCast_Int64_Int64", "zextOrBitCast_Int32_Int64")
                line = re.sub(r"truncOrBitCast_Int64_(Int\d+)", r"truncOrBitCast_Int32_\1", line)
        if not is_dropped:
            lines.append(line)
        if line == "}":
            is_inside = is_dropped = False
    return "\n".join(lines)


def run(arguments):
    return subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT)


def toolchain():
    """Returns the folder of the toolchain's libraries."""
    info = run(["swiftc", "-print-target-info"]).stdout
    return pathlib.Path(re.search(r'"runtimeResourcePath": "([^"]+)"', info)[1])


def make(name, libraries, folder, change):
    """Compiles a module of the toolchain from its text with changes."""
    [text] = (libraries / "linux" / f"{name}.swiftmodule").glob("*[!e].swiftinterface")
    triple = text.stem
    # Not beside the module, where the compiler would look for a text to compile.
    source = folder / "texts" / f"{name}.swiftinterface"
    source.parent.mkdir(exist_ok=True)
    source.write_text(change(text.read_text()))
    result = run([
        "swiftc", "-frontend", "-compile-module-from-interface", source, "-o", folder / f"{name}.swiftmodule",
        "-module-name", name, "-target", triple, "-resource-dir", libraries, "-I", libraries / "shims", "-I", folder,
        "-module-cache-path", folder / "cache",
    ] + (["-parse-stdlib"] if name == "Swift" else []))
    if result.returncode:
        sys.exit(f"{result.stderr}The text of {name} is another one in this toolchain: adapt {pathlib.Path(sys.argv[0]).name}.")


def compile_library(name, folder):
    """Returns the mistakes in a library, with their places."""
    [sources] = [path for path in (ROOT / "Sources").rglob(name) if path.is_dir()]
    files = []
    for file in sorted(sources.rglob("*.swift")):
        for inlined, text, other in INLINED:
            if str(file).endswith(inlined):
                copy = folder / file.name
                copy.write_text(file.read_text().replace(text, other))
                file = copy
        files.append(file)
    features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    processor = ROOT / "Sources/Foundations/MotionModelProcessor/include"
    result = run([
        "swiftc", "-module-name", name, "-emit-module", "-emit-module-path", folder / f"{name}.swiftmodule", "-emit-sil",
        "-o", folder / f"{name}.sil", "-wmo", "-parse-as-library", *files, "-I", folder, "-D", "SWIFT_PACKAGE",
        "-Xcc", f"-fmodule-map-file={processor}/module.modulemap", "-Xcc", f"-I{processor}", "-module-cache-path", folder / "cache",
        "-swift-version", "6", "-package-name", "motionmodel", "-Xllvm", "-sil-disable-pass=mandatory-linker",
        *[word for feature in features for word in ("-enable-upcoming-feature", feature)],
    ])
    kinds = "error" if name in CONVERTING else "error|warning"
    mistakes = re.findall(rf"^.*\.swift:\d+:\d+: (?:{kinds}): .*$", result.stderr, re.MULTILINE)
    if result.returncode and not mistakes:
        return [f"{name}: {result.stderr[:2000]}"]
    return [mistake.replace(f"{ROOT}/", "") for mistake in dict.fromkeys(mistakes)]


def run_program(libraries, folder):
    """Returns what is wrong in the files that run where `Int` has 32 bits."""
    unicode = libraries / "embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a"
    if not unicode.exists() or not shutil.which("wasmkit"):
        print("There is no Wasm here, so nothing is run.")
        return []
    program = ROOT / "Tests/Programs/Words"
    objects = [folder / "Words.o", folder / "Runtime.o"]
    steps = [
        [
            "swiftc", "-target", "wasm32-unknown-none-wasm", "-enable-experimental-feature", "Embedded", "-wmo", "-Osize",
            "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault", "-package-name", "motionmodel",
            "-parse-as-library", "-c", "-o", objects[0], program / "Words.swift", *[ROOT / "Sources" / file for file in RUN],
        ],
        [
            "clang", "--target=wasm32-unknown-none", "-O1", "-fno-builtin", "-c", "-o", objects[1], program / "Runtime.c",
        ],
        ["wasm-ld", *objects, unicode, "-o", folder / "Words.wasm", "--export=_start"],
        ["wasmkit", "run", folder / "Words.wasm"],
    ]
    for step in steps:
        result = run(step)
        if result.returncode:
            return [f"{step[0]}: {(result.stderr + result.stdout)[:2000]}"]
    return [] if result.stdout == "Done\n" else [f"Wrong with 32 bits: {result.stdout}"]


def shifts():
    """Returns the literals without a stated type that are shifted too far for 32 bits."""
    far = re.compile(r"(?<![\w.(])-?\(?1 &?<< \(?(3[1-9]|[4-9]\d)\b")
    typed = re.compile(r"(let|var) \w+: U?Int(32|64|128) = ")
    found = []
    for file in sorted((ROOT / "Sources").rglob("*.swift")):
        for number, line in enumerate(file.read_text().split("\n"), 1):
            code = line.split("//")[0]
            if far.search(code) and not typed.search(code):
                found.append(f"{file.relative_to(ROOT)}:{number}: error: the literal has no stated width: {code.strip()}")
    return found


def main():
    mistakes = shifts()
    if "--shifts" in sys.argv:
        sys.exit("\n".join(mistakes) or None)
    libraries = toolchain()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        mistakes += run_program(libraries, folder)
        if (libraries / "linux" / "Swift.swiftmodule").exists():
            make("Swift", libraries, folder, lambda text: narrowed(text) + CONVERSIONS)
            make("Synchronization", libraries, folder, narrowed)
            for name in LIBRARIES:
                mistakes += compile_library(name, folder)
        else:
            print("There is no text of a standard library for Linux here, so nothing is compiled.")
    if mistakes:
        sys.exit("\n".join(mistakes))
    print(f"{len(LIBRARIES)} libraries compile where Int has 32 bits.")


if __name__ == "__main__":
    main()
