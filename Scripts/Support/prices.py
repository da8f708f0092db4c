#!/usr/bin/env python3
"""Counts the instructions of single calls, and compares them with the recorded ones.

    Scripts/Support/prices.py            compares; fails where a call takes more than 3 % beyond its record, with the functions that grew
    Scripts/Support/prices.py --record   writes the record, Benchmarks/Results/prices.json, and the table beside it, prices.md,
                                         which has the calls of a debug build, too
    Scripts/Support/prices.py NAME...    counts only these calls, and prints the functions that take the most

A call is made 200 and 1,200 times by Tests/Programs/Prices under valgrind's callgrind; the difference is a thousand calls. Such counts
do not depend on what else the machine does. They do depend on the compiler and on the system, which the record names; where those
are others, the comparison is printed and does not fail. Without valgrind nothing is counted, with a message.
"""
import concurrent.futures, json, os, pathlib, re, shutil, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parents[2]
record = root / "Benchmarks/Results/prices.json"
page = root / "Benchmarks/Results/prices.md"
few, many = 200, 1200

# The calls of the program, and how much they may take where an issue of the project says so.
calls = {
  "look-up in a dictionary": None, "table.find": 250, "Model.find": None, "parent": 600, "parent in a store": None,
  "children, count": 1500, "children, isEmpty": None, "children, first": 2500, "children, all 20": None,
  "children with a condition, count": None, "where, made only": None, "where indexed, count": 3000,
  "where indexed, first": 3500, "where indexed, all 40": None, "kept finder, count": 1000, "kept finder, first": None,
  "where ordered, first 10": None, "where in an ordered range, count": None,
  "order by a computed value, first 10": None, "distinct texts, count": None, "save": 6000, "save --told": None,
  "save --opened": None, "save --shared": None,
  "save that changes nothing": None, "save of a hashed key": None, "save of an ordered key": None, "update": None,
  "create": 9000, "create --told": None, "create and destroy": None, "save under two rules": 8500,
  "update under a rule that is code": 30000, "create under a rule that is code": None, "transaction of one save": None,
  "transaction of ten saves": None, "transaction of ten creations": None, "transfer under a rule that is code": 60000,
}

# What a call is made with, by its option.
options = {"told": "the default notification center", "opened": "a file", "shared": "a file that processes share"}


def titled(name):
  call, _, option = name.partition(" --")
  return f"{call}, {options[option]}" if option else call


def built(folder, configuration="release"):
  flags = ["-c", configuration, "--product", "MotionModelPrices", "--scratch-path", ".build-prices"]
  environment = {**os.environ, "MOTIONMODEL_TESTS": " "}
  subprocess.run(["swift", "build", *flags], cwd=root, env=environment, check=True, stdout=sys.stderr)
  bin_path = subprocess.run(
    ["swift", "build", *flags, "--show-bin-path"], cwd=root, env=environment, check=True, capture_output=True,
    text=True).stdout.strip()
  # valgrind cannot read all of the debug information.
  program = pathlib.Path(folder) / configuration
  subprocess.run(["strip", "--strip-debug", "-o", program, pathlib.Path(bin_path) / "MotionModelPrices"], check=True)
  return program


def functions(program, name, count):
  """The instructions of each function itself, and of all."""
  with tempfile.NamedTemporaryFile() as out:
    call, _, option = name.partition(" --")
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", program, call, str(count),
               *([f"--{option}"] if option else [])]
    # The making of the store is the same each time only if dictionaries are.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    run = subprocess.run(command, capture_output=True, text=True, env=environment)
    if run.returncode:
      sys.exit(f"{name} failed: {run.stderr[-500:]}")
    own, names, function, is_call = {}, {}, None, False
    for line in open(out.name, errors="replace"):
      if match := re.match(r"fn=\((\d+)\)(?: (.*))?", line):
        if match[2]:
          names[match[1]] = match[2].strip()
        function = match[1]
      elif match := re.match(r"cfn=\((\d+)\) (.*)", line):
        names[match[1]] = match[2].strip()
      elif line.startswith("calls="):
        is_call = True
      elif re.match(r"[+\-*\d]", line):
        if not is_call:
          own[function] = own.get(function, 0) + int(line.split()[1])
        is_call = False
    costs = {}
    for key, cost in own.items():
      name = names.get(key, str(key))
      costs[name] = costs.get(name, 0) + cost
    return costs


def price(program, name, few=few, many=many):
  before, after = (functions(program, name, count) for count in (few, many))
  each = {key: (after.get(key, 0) - before.get(key, 0)) / (many - few) for key in {*before, *after}}
  return sum(each.values()), each


def debug_prices(folder, pool, names):
  program = built(folder, "debug")
  return dict(zip(names, pool.map(lambda name: price(program, name, 50, 150)[0], names)))


def demangled(names):
  run = subprocess.run(["swift", "demangle", "--simplified", "--compact"], input="\n".join(names), capture_output=True, text=True)
  return run.stdout.splitlines()


def shown(each, before={}, most=12):
  rows = sorted(each.items(), key=lambda row: before.get(row[0], 0) - row[1])[:most]
  for (key, cost), name in zip(rows, demangled([key for key, _ in rows])):
    print(f"      {cost:10,.0f} {cost - before.get(key, 0):+10,.0f}  {name[:150]}" if before else f"      {cost:10,.0f}  {name[:170]}")


def toolchain():
  version = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
  return f"{version}; {os.uname().machine}"


def main():
  if not shutil.which("valgrind"):
    return print("valgrind is missing: no instructions were counted (Debian: apt-get install valgrind)")
  arguments = [argument for argument in sys.argv[1:] if argument != "--record"]
  is_recording = "--record" in sys.argv
  old = json.loads(record.read_text()) if record.exists() else {"toolchain": "", "calls": {}}
  names = [name for name in calls if not arguments or name in arguments]
  with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    program = built(folder)
    prices = dict(zip(names, pool.map(lambda name: price(program, name), names)))
    nothing = price(program, "nothing")[0]
    debug = debug_prices(folder, pool, names) if is_recording else {}
  grown = []
  print(f"{'':36} {'now':>9} {'record':>9} {'goal':>9}")
  for name, (total, each) in prices.items():
    total -= nothing
    recorded = old["calls"].get(name, {})
    before = recorded.get("instructions")
    goal = calls[name]
    print(f"{name:36} {total:9,.0f} {before if before is not None else '':>9} {goal or '':>9}")
    if before is not None and total > before * 1.03 + 10:
      grown.append(name)
      shown(each, recorded.get("functions", {}))
    elif arguments:
      shown(each, most=40)
  if is_recording:
    made = {name: {"instructions": round(total - nothing), "debug": round(debug[name]),
                   "functions": {key: round(cost) for key, cost in sorted(each.items(), key=lambda row: -row[1])[:25] if cost >= 1}}
            for name, (total, each) in prices.items()}
    old = {"toolchain": toolchain(), "calls": {**old["calls"], **made}}
    record.write_text(json.dumps(old, indent=1, ensure_ascii=False) + "\n")
    write_page(old)
  elif grown and old["toolchain"] == toolchain():
    sys.exit("more than 3 % beyond the record: " + ", ".join(grown))


def write_page(recorded):
  rows = []
  for name, costs in ((name, recorded["calls"][name]) for name in calls if name in recorded["calls"]):
    release, debug = costs["instructions"], costs.get("debug", 0)
    rows.append(f"| {titled(name)} | {release:,} | {debug:,} | {debug / release:.0f} |")
  page.write_text(
    "# Prices\n\nInstructions of one call, counted by `Scripts/Support/prices.py`, which also wrote this page. The store has 100 projects,\n"
    "2,000 todos, 1,000 accounts, and no notification center unless it is named.\n\n"
    f"{recorded['toolchain']}\n\n| call | optimised | in a debug build | times |\n|---|--:|--:|--:|\n" + "\n".join(rows) + "\n")


main()
