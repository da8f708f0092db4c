#!/usr/bin/env python3
# Records what SQLite answers to random search queries, for the tests of MotionModelSearch. Run it when the queries change.
#
# Usage: Scripts/Support/search-fixtures.py [FOLDER]      (as a rule Tests/Capabilities/MotionModelSearchTests/Fixtures)
#
# fts4-answers.json: documents and queries in the grammar of MotionModelSearch, with the documents that FTS4 finds (enhanced query syntax, tokenizer
# `simple`). Only what is meant to agree is asked; Sources/Capabilities/MotionModelSearch/Documentation.docc/ComingFromFullTextSearch.md lists the rest.
# fts5-ranks.json: documents and queries with the documents that FTS5 finds and their bm25(), best first.
import json
import os
import random
import sqlite3
import sys

COLUMNS = ["title", "body", "notes"]
WORDS = "walk walker walks dog dogs doggy cat cats the take out storm tweet twitter".split()
# Characters beyond ASCII are parts of words for `simple`, and their case counts.
OTHERS = ["Café", "café", "été", "日本", "naïve"]
FREQUENT = "milk"


def spelled(random, word):
    """The word with the case of its ASCII letters changed at times."""
    return random.choice([word, word, word, word.title() if word.isascii() else word, word.upper() if word.isascii() else word])


def text(random, words, longest):
    result = ""
    for _ in range(random.randint(0, longest)):
        if result:
            result += random.choice([" ", " ", " ", ", ", "-", "'", ". ", " (", "_"])
        result += spelled(random, random.choice(words))
    return result


# --- Queries of FTS4: text in the grammar of both


class FTS4Queries:
    """Random queries by the grammar, each with every freedom of spelling that it has."""

    def __init__(self, random, words):
        self.random, self.words = random, words

    def word(self):
        word = spelled(self.random, self.random.choice(self.words))
        if self.random.random() < 0.2:
            word = word[: self.random.randint(1, len(word))] + "*"
        return word

    def operand(self):
        roll = self.random.random()
        if roll < 0.25:
            return '"' + " ".join(self.word() for _ in range(self.random.randint(1, 3))) + '"'
        prefix = ""
        if self.random.random() < 0.2:
            prefix += self.random.choice(["title", "Body", "NOTES"]) + ":"
        if self.random.random() < 0.12:
            prefix += "^"
        return prefix + self.word()

    def near(self):
        parts = [self.operand()]
        while self.random.random() < 0.25:
            parts.append(self.random.choice(["NEAR", "NEAR/0", "NEAR/1", "NEAR/2", "NEAR/5"]))
            parts.append(self.operand())
        return " ".join(parts)

    def primary(self, depth):
        if depth > 0 and self.random.random() < 0.3:
            return "(" + self.either(depth - 1) + ")"
        return self.near()

    def difference(self, depth):
        result = self.primary(depth)
        while self.random.random() < 0.2:
            result += " NOT " + self.primary(depth)
        return result

    def both(self, depth):
        result = self.difference(depth)
        while self.random.random() < 0.3:
            result += self.random.choice([" ", " AND "]) + self.difference(depth)
        return result

    def either(self, depth):
        result = self.both(depth)
        while self.random.random() < 0.35:
            result += " OR " + self.both(depth)
        return result

    def query(self):
        return self.either(2)

    def soup(self):
        """Tokens in any order: which of them are no query shows whether the same mistakes are found."""
        tokens = ["dog", "cat", "the", "AND", "OR", "NOT", "NEAR", "(", ")"]
        text = " ".join(self.random.choice(tokens) for _ in range(self.random.randint(1, 6)))
        return None if "( )" in text else text


def answers(seed):
    random_ = random.Random(seed)
    words = WORDS + OTHERS
    sets = []
    for _ in range(8):
        documents = [[text(random_, words, 7), text(random_, words, 12), text(random_, words, 3)] for _ in range(28)]
        database = sqlite3.connect(":memory:")
        database.execute("CREATE VIRTUAL TABLE t USING fts4(title, body, notes, tokenize=simple)")
        for number, document in enumerate(documents):
            database.execute("INSERT INTO t(docid, title, body, notes) VALUES (?, ?, ?, ?)", [number + 1] + document)
        queries = FTS4Queries(random_, words)
        asked = {}
        while len(asked) < 500:
            query = queries.query() if random_.random() < 0.85 else queries.soup()
            if query is None or query in asked or len(query) > 120:
                continue
            asked[query] = found(database, query)
        sets.append({"documents": documents, "cases": list(asked.items())})
    return {"sqlite": sqlite3.sqlite_version, "columns": COLUMNS, "sets": sets}


def found(database, query):
    """The found documents as the bits of a hexadecimal number, the first one the lowest; null where the query is malformed."""
    try:
        return "%x" % sum(1 << (row[0] - 1) for row in database.execute("SELECT docid FROM t WHERE t MATCH ?", [query]))
    except sqlite3.OperationalError as error:
        assert "malformed MATCH" in str(error), (query, error)
        return None


# --- Queries of FTS5: a tree, written in both grammars


class FTS5Query:
    def __init__(self, random):
        self.random = random
        self.operands = set()
        self.tree = self.make(2)

    def make(self, depth):
        kind = self.random.choice(["operand", "AND", "OR", "NOT"]) if depth else "operand"
        if kind == "operand":
            return self.operand()
        count = 2 if kind == "NOT" else self.random.randint(2, 3)
        return (kind, [self.make(depth - 1) for _ in range(count)])

    def operand(self):
        while True:
            words = [self.random.choice(WORDS + [FREQUENT]) for _ in range(self.random.choice([1, 1, 1, 2, 2, 3]))]
            is_prefix = self.random.random() < 0.2
            if is_prefix:
                words[-1] = words[-1][: self.random.randint(2, len(words[-1]))]
            column = self.random.choice(COLUMNS) if self.random.random() < 0.2 else None
            operand = ("operand", tuple(words), is_prefix, column, self.random.random() < 0.08)
            # FTS5 counts an operand that is there twice as two.
            if operand not in self.operands:
                self.operands.add(operand)
                return operand

    def ours(self, node=None):
        node = node or self.tree
        if node[0] == "operand":
            _, words, is_prefix, column, is_first = node
            body = " ".join(words) + ("*" if is_prefix else "")
            body = body if len(words) == 1 else '"' + body + '"'
            return (column + ":" if column else "") + ("^" if is_first else "") + body
        return (" " + node[0] + " ").join(self.enclosed(child, self.ours) for child in node[1])

    def theirs(self, node=None):
        node = node or self.tree
        if node[0] == "operand":
            _, words, is_prefix, column, is_first = node
            body = '"' + " ".join(words) + '"' + (" *" if is_prefix else "")
            return (column + " : " if column else "") + ("^ " if is_first else "") + body
        return (" " + node[0] + " ").join(self.enclosed(child, self.theirs) for child in node[1])

    def enclosed(self, node, write):
        return write(node) if node[0] == "operand" else "(" + write(node) + ")"


def ranks(seed):
    random_ = random.Random(seed)
    words = WORDS + [FREQUENT] * 12
    documents = [[text(random_, words, 6), text(random_, words, 25), text(random_, words, 4)] for _ in range(120)]
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE t USING fts5(title, body, notes, tokenize=ascii)")
    for number, document in enumerate(documents):
        database.execute("INSERT INTO t(rowid, title, body, notes) VALUES (?, ?, ?, ?)", [number + 1] + document)
    cases = []
    asked = set()
    while len(cases) < 100:
        query = FTS5Query(random_)
        if query.ours() in asked:
            continue
        asked.add(query.ours())
        weights = random_.choice([[1.0, 1.0, 1.0], [10.0, 1.0, 0.5], [0.0, 2.5, 1.0]])
        rows = database.execute(
            "SELECT rowid, bm25(t, ?, ?, ?) AS rank FROM t WHERE t MATCH ? ORDER BY rank, rowid", weights + [query.theirs()]
        ).fetchall()
        if rows:
            cases.append({"query": query.ours(), "weights": weights, "ranks": [[row - 1, rank] for row, rank in rows]})
    return {"sqlite": sqlite3.sqlite_version, "columns": COLUMNS, "documents": documents, "cases": cases}


def write(folder, name, value):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")
    print(name, os.path.getsize(file.name), "bytes")


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else "Tests/Capabilities/MotionModelSearchTests/Fixtures"
    os.makedirs(folder, exist_ok=True)
    write(folder, "fts4-answers.json", answers(seed=4))
    write(folder, "fts5-ranks.json", ranks(seed=5))
