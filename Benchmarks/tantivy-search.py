#!/usr/bin/env python3
# Asks Tantivy what the suite "search" asks the library and FTS5, on the same texts. Needs Python's package `tantivy`.
#
# Usage: Scripts/bench.sh search --texts FOLDER
#        Benchmarks/tantivy-search.py FOLDER
#
# The index is in memory, with one segment. Texts are divided at what is neither a letter nor a number, and folded to lower-case ASCII. Of each query, the
# first 20 records by rank are found and read. Times contain what Python adds to a call, about ten microseconds.
import glob
import json
import os
import statistics
import sys
import time

try:
    import tantivy
except ImportError:
    print("Nothing was measured, because Python's package `tantivy` is missing: pip install tantivy")
    sys.exit(0)

FIELDS = ["title", "text"]


def analyzer():
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    return builder.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.ascii_fold()).build()


def schema():
    builder = tantivy.SchemaBuilder().add_integer_field("id", stored=True, indexed=True)
    for field in FIELDS:
        builder = builder.add_text_field(field, stored=True, tokenizer_name="folded")
    return builder.build()


# --- Queries


def either(queries):
    return tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in queries])


def both(queries):
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, query) for query in queries])


def in_any_field(make):
    return either([make(field) for field in FIELDS])


def query(schema, kind, words):
    """The query of a question, in any of the fields, as the library's and FTS5's are."""

    def word(text):
        return in_any_field(lambda field: tantivy.Query.term_query(schema, field, text))

    def prefix(text):
        # All records have the same rank: Tantivy does not score prefixes.
        return in_any_field(lambda field: tantivy.Query.regex_query(schema, field, text + ".*"))

    if kind == "word":
        return word(words[0])
    if kind == "all":
        return both([word(text) for text in words])
    if kind == "any":
        return either([word(text) for text in words])
    if kind == "phrase":
        return in_any_field(lambda field: tantivy.Query.phrase_query(schema, field, words))
    if kind == "prefix":
        return prefix(words[0])
    if kind == "typed":
        return both([word(words[0]), either([word(words[1]), prefix(words[1])])])
    if kind == "slip":
        return in_any_field(lambda field: tantivy.Query.fuzzy_term_query(schema, field, words[0], distance=1))
    raise ValueError(f"The suite asks for a {kind}, which this script does not know.")


def count(schema, searcher, question):
    return searcher.search(query(schema, question["kind"], question["words"]), 20, count=True).count


def first(schema, searcher, question):
    """The first 20 by rank. Without counting, Tantivy passes over records that cannot be among them."""
    found = searcher.search(query(schema, question["kind"], question["words"]), 20, count=False)
    return [searcher.doc(address) for _, address in found.hits]


# --- Times


def timed(body):
    start = time.perf_counter_ns()
    body()
    return time.perf_counter_ns() - start


def show(title, records, times):
    print(f"| {title} | {records:,} | {duration(min(times))} ({duration(statistics.median(times))}) |", flush=True)


def duration(nanoseconds):
    for factor, unit in [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]:
        if nanoseconds >= factor:
            return f"{nanoseconds / factor:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def build(schema, documents):
    index = tantivy.Index(schema)
    index.register_tokenizer("folded", analyzer())
    writer = index.writer(512_000_000, 1)
    for document in documents:
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index


def document(record):
    return tantivy.Document(id=record["id"], title=record["title"], text=record["text"])


def measure_updates(schema, index, name, records):
    """Each update is committed, so that the next search finds it, as it does in the library."""
    writer = index.writer(512_000_000, 1)

    def update(number):
        record, other = records[number * 7919 % len(records)], records[(number * 7919 + len(records) // 2) % len(records)]
        writer.delete_documents_by_term("id", record["id"])
        writer.add_document(document({**other, "id": record["id"]}))
        writer.commit()
        index.reload()

    show(f"{name}: change all words of a record", len(records), [timed(lambda: update(number)) for number in range(41)])


def measure(file):
    name = os.path.basename(file).removesuffix(".jsonl").replace("-", " ")
    with open(file, encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    with open(file.removesuffix(".jsonl") + ".questions.json", encoding="utf-8") as questions:
        asked = json.load(questions)
    made = schema()
    documents = [document(record) for record in records]
    builds = [timed(lambda: build(made, documents)) / len(records) for _ in range(3)]
    show(f"{name}: build the index, for one record", len(records), builds)
    index = build(made, documents)
    searcher = index.searcher()
    for case in asked:
        question = case["question"]
        title = f"{name}: first 20, {question['title']}"
        found = count(made, searcher, question)
        # Slips are forgiven by other rules, so other words are found.
        if found != case["count"] and question["kind"] != "slip":
            print(f"| {title} | {len(records):,} | not measured: found {found:,}, the library {case['count']:,} |")
            continue
        show(title, len(records), [timed(lambda: first(made, searcher, question)) for _ in range(41)])
    measure_updates(made, index, name, records)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: Benchmarks/tantivy-search.py FOLDER, which `Scripts/bench.sh search --texts FOLDER` has written")
    print(f"{tantivy.__version__}\n\n| | rows | Tantivy |\n|---|---:|---:|")
    for file in sorted(glob.glob(os.path.join(sys.argv[1], "*.jsonl"))):
        measure(file)
