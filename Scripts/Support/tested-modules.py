#!/usr/bin/env python3
"""Prints which modules of the library each test target builds, and fails if the tests of the core build one above the core."""
import json
import subprocess
import sys

# MotionModelTesting, with which all tests are written, is the one module above the core that they need, with what it uses itself.
CORE = {
    "MotionModel", "MotionModelProcessor", "MotionModelStorage", "MotionModelSystem", "MotionModelTesting",
    "MotionModelTransactions", "MotionModelValidation", "MotionModelValues",
}

package = json.loads(subprocess.check_output(["swift", "package", "dump-package"]))
targets = {target["name"]: target for target in package["targets"]}
library = {name for name, target in targets.items() if target["type"] == "regular" and (target.get("path") or "Sources/").startswith("Sources/")}


def needed(name, found):
    for dependency in targets[name]["dependencies"]:
        other = next(iter(dependency.values()))[0]
        if other in targets and other not in found:
            found.add(other)
            needed(other, found)
    return found


tests = sorted(name for name, target in targets.items() if target["type"] == "test")
modules = {name: needed(name, set()) & library for name in tests}
for name in tests:
    short = sorted(module.removeprefix("MotionModel") or "MotionModel" for module in modules[name])
    print(f"{name:30} {len(short):2}  {' '.join(short)}")
above = sorted(modules["MotionModelTests"] - CORE)
if above:
    sys.exit(f"The tests of the core build {', '.join(above)}: move the tests that use them to the tests of these modules.")
