#!/usr/bin/env python3
# Asks DuckDB and Polars what the suites "scanning", "conditions", "aggregating" and "ordering" ask the library, on the same rows.
# Needs Python's packages `duckdb`, `polars` and `numpy`; what is missing is skipped, and said.
#
# Usage: Benchmarks/Peers/peers.py [--rows 1000000] [--threads 1,2] [--json FILE] [--figures FILE]
#
# With --figures, compares answers with those of the library in the figures of a run of the benchmarks, and adds the times to these, so
# that they stand in the same tables. The rows are those of `TodoRow.make` in Swift: the same formulas, so the same answers. Each
# contestant has the columns in its own form, in memory, and no index. A time is the least of many calls, with what Python adds to
# each of them, some ten microseconds for Polars and a hundred for DuckDB.
import argparse
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
import time

QUESTIONS = [
    "Count where an Int is less",
    "Sum of an Int",
    "Count where a short String is equal",
    "Count where a long String is equal",
    "Count where a String contains",
    "Count where a String contains, ignoring case",
    "Count in 1,000 groups",
    "Order by a column, limit 20, no index",
    "All, keeping 10 % by a scan",
]

# The names of contestants in the figures of the benchmarks: `Contestant.Kind` in Swift.
KINDS = {
    ("duckdb", 1): "DuckDB",
    ("duckdb", 2): "DuckDB, 2 threads",
    ("polars", 1): "Polars",
    ("polars", 2): "Polars, 2 threads",
}


def missing(package):
    """Whether a package is not there, which is said."""
    try:
        __import__(package)
        return False
    except ImportError:
        print(f"Skipped {package}, because Python's package `{package}` is missing: pip install {package}")
        return True


# --- Rows


def columns(count):
    """The columns of todos 1…count, as `TodoRow.make` fills them."""
    import numpy

    number = numpy.arange(1, count + 1, dtype=numpy.uint64)
    bits = number + numpy.uint64(0x9E37_79B9_7F4A_7C15)
    bits = (bits ^ (bits >> numpy.uint64(30))) * numpy.uint64(0xBF58_476D_1CE4_E5B9)
    bits = (bits ^ (bits >> numpy.uint64(27))) * numpy.uint64(0x94D0_49BB_1331_11EB)
    bits ^= bits >> numpy.uint64(31)
    signed_number = number.astype(numpy.int64)
    return {
        "id": signed_number,
        "name": [f"Walk the dog no. {n}" for n in range(1, count + 1)],
        "location": [f"seattle no. {n % 10}" for n in range(1, count + 1)],
        "priority": (bits % numpy.uint64(1_000)).astype(numpy.int64),
        "rank": signed_number * 7_368_787 % count,
        "dueDate": (signed_number % 10_000) * 3_600.0,
        "projectID": signed_number // 100,
    }


# --- Contestants


def duckdb_calls(rows, table, threads):
    import duckdb

    connection = duckdb.connect(":memory:", config={"threads": threads})
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "todos.parquet")
        table.write_parquet(path)
        connection.execute("CREATE TABLE todo AS SELECT * FROM read_parquet(?) ORDER BY id", [path])
    name = f"Walk the dog no. {rows // 2}"

    def one(sql, values=()):
        return lambda: connection.execute(sql, values).fetchone()[0]

    return {
        QUESTIONS[0]: one("SELECT count(*) FROM todo WHERE rank < ?", [rows // 2]),
        QUESTIONS[1]: one("SELECT sum(rank) FROM todo"),
        QUESTIONS[2]: one("SELECT count(*) FROM todo WHERE location = ?", ["seattle no. 3"]),
        QUESTIONS[3]: one("SELECT count(*) FROM todo WHERE name = ?", [name]),
        QUESTIONS[4]: one("SELECT count(*) FROM todo WHERE contains(name, ?)", ["dog no. 77"]),
        QUESTIONS[5]: one("SELECT count(*) FROM todo WHERE name ILIKE ?", ["%DOG NO. 77%"]),
        QUESTIONS[6]: one("SELECT max(n) FROM (SELECT priority, count(*) AS n FROM todo GROUP BY priority)"),
        QUESTIONS[7]: lambda: sum(
            row[0] for row in connection.execute("SELECT * FROM todo ORDER BY rank LIMIT 20").fetchall()
        ),
        QUESTIONS[8]: one("CREATE OR REPLACE TEMP TABLE found AS SELECT * FROM todo WHERE rank < ?", [rows // 10]),
    }, {QUESTIONS[8]: one("SELECT sum(id) FROM found")}


def polars_calls(rows, table, threads):
    import polars

    def column(name):
        return polars.col(name)

    def count(condition):
        return lambda: table.lazy().filter(condition).select(polars.len()).collect().item()

    name = f"Walk the dog no. {rows // 2}"
    return {
        QUESTIONS[0]: count(column("rank") < rows // 2),
        QUESTIONS[1]: lambda: table["rank"].sum(),
        QUESTIONS[2]: count(column("location") == "seattle no. 3"),
        QUESTIONS[3]: count(column("name") == name),
        QUESTIONS[4]: count(column("name").str.contains("dog no. 77", literal=True)),
        QUESTIONS[5]: count(column("name").str.contains("(?i)DOG NO\\. 77")),
        QUESTIONS[6]: lambda: table.lazy().group_by("priority").len().collect()["len"].max(),
        QUESTIONS[7]: lambda: table.lazy().sort("rank").head(20).collect()["id"].sum(),
        QUESTIONS[8]: lambda: table.filter(column("rank") < rows // 10),
    }, {QUESTIONS[8]: lambda: table.filter(column("rank") < rows // 10)["id"].sum()}


# Each returns the calls that are timed, and what answers a question instead where a call returns something else.
CONTESTANTS = {"duckdb": duckdb_calls, "polars": polars_calls}


# --- Timing


def times(call, seconds=0.5):
    """The least and the median time of a call, of those that half a second has room for, in nanoseconds."""
    call()
    taken, end = [], time.perf_counter() + seconds
    while not taken or time.perf_counter() < end:
        start = time.perf_counter_ns()
        call()
        taken.append(time.perf_counter_ns() - start)
    taken.sort()
    return taken[0], taken[len(taken) // 2]


def measure(package, rows, threads):
    """Measures one contestant in this process, whose number of threads cannot be changed later."""
    os.environ["POLARS_MAX_THREADS"] = str(threads)
    import polars

    table = polars.DataFrame(columns(rows))
    calls, answers = CONTESTANTS[package](rows, table, threads)
    for question in QUESTIONS:
        answer = calls[question]()
        if question in answers:
            answer = answers[question]()
        least, median = times(calls[question])
        print(json.dumps({"title": question, "contestant": package, "threads": threads, "rows": rows,
                          "answer": int(answer), "nanoseconds": least, "median": median}), flush=True)


def run(package, rows, threads):
    """Measures one contestant in a process of its own; returns its figures."""
    command = [sys.executable, __file__, "--only", package, "--rows", str(rows), "--threads", str(threads)]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def report(figures):
    kinds = sorted({(f["contestant"], f["threads"]) for f in figures})
    print("| milliseconds | answer | " + " | ".join(f"{name}, {threads} thread{'s' * (threads > 1)}" for name, threads in kinds) + " |")
    print("|---|--:|" + "--:|" * len(kinds))
    for question in QUESTIONS:
        row = {(f["contestant"], f["threads"]): f for f in figures if f["title"] == question}
        answers = {f["answer"] for f in row.values()}
        if len(answers) != 1:
            sys.exit(f"{question}: the answers differ: {sorted(answers)}")
        times = [f"{row[kind]['nanoseconds'] / 1e6:.3f}" for kind in kinds]
        print(f"| {question} | {answers.pop():,} | " + " | ".join(times) + " |")


def add(figures, path):
    """Adds the figures to those of the benchmarks, where the library has the same answer to the same question."""
    with open(path) as file:
        run = json.load(file)
    for figure in figures:
        kind = KINDS.get((figure["contestant"], figure["threads"]))
        for comparison in run["comparisons"]:
            if kind is None or (comparison["title"], comparison["rows"]) != (figure["title"], figure["rows"]):
                continue
            if comparison.get("answer", figure["answer"]) != figure["answer"]:
                sys.exit(f"{figure['title']}: {kind} answers {figure['answer']}, and the library {comparison['answer']}")
            version = importlib.metadata.version(figure["contestant"])
            label = f"{figure['contestant']} {version}, {figure['threads']} thread{'s' * (figure['threads'] > 1)}"
            timing = {"kind": kind, "label": label, "minimum": figure["nanoseconds"], "median": figure["median"]}
            comparison["timings"] = [t for t in comparison["timings"] if t["kind"] != kind] + [timing]
    with open(path, "w") as file:
        json.dump(run, file)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--json")
    parser.add_argument("--figures")
    parser.add_argument("--only", choices=CONTESTANTS)
    options = parser.parse_args()
    if options.only:
        return measure(options.only, options.rows, int(options.threads))
    # Polars makes the rows of both.
    if any([missing("numpy"), missing("polars")]):
        return print("Nothing was measured.")
    packages = ["polars"] + ([] if missing("duckdb") else ["duckdb"])
    figures = []
    for package in packages:
        for threads in options.threads.split(","):
            figures += run(package, options.rows, int(threads))
    report(figures)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(figures, file, indent=1)
    if options.figures:
        add(figures, options.figures)


if __name__ == "__main__":
    main()
