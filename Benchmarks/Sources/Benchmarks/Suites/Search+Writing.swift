import Allocations
import Foundation
import MotionModel
import MotionModelSearch

extension SearchedArticles {
  /// The memory of each index beyond the records, as what is allocated after it was built and was not before. The
  /// indexes are there afterwards.
  func measureMemory(in bench: Bench, fullSize: Int) throws {
    try measure("MotionModel's index", in: bench, fullSize: fullSize) { try store.addIndex(Article.searchable) }
    try measure("FTS5's index", in: bench, fullSize: nil) { try database.build() }
  }

  private func measure(_ what: String, in bench: Bench, fullSize: Int?, _ build: () throws -> Void) throws {
    let before = allocated_bytes()
    try build()
    guard before > 0 else { return bench.note("Memory", "not measured, because the system does not tell") }
    let bytes = Double(allocated_bytes()) - Double(before)
    let about = "\(texts.name): \(what), \(grouped(rows)) rows"
    let share = bytes / Double(texts.bytes)
    bench.note(
      about,
      "\(number(bytes / Double(rows))) bytes for each record, whose texts have \(number(Double(texts.bytes) / Double(rows))): "
        + "\(number(share))×")
    if rows == fullSize { bench.judge(about, "≤ 1.5× the text", "\(number(share))×", share <= 1.5) }
  }

  /// Builds the index of articles that are in the store or table. The indexes are there afterwards.
  func compareBuilding(in bench: Bench, fullSize: Int) throws {
    let (store, database) = (store, database)
    try bench.compare(
      "\(texts.name): build the index", rows: rows, unit: "record", bars: [.atMost(1, times: .grdb)], barRows: fullSize,
      [
        Contestant(
          .library, "store.addIndex(Searchable(\\.title, \\.text))", operations: rows,
          before: { for index in store.indexes(of: Article.self) { try store.removeIndex(index.name, of: Article.self) } }
        ) {
          try store.addIndex(Article.searchable)
        },
        Contestant(.grdb, "INSERT INTO words (words) VALUES ('rebuild')", operations: rows, before: database.empty) {
          try database.build()
        },
      ])
    try database.merge()
  }

  // MARK: - Updates

  /// - Parameter word: A word that takes the place of others.
  func compareUpdates(of word: String, in bench: Bench, fullSize: Int) throws {
    let (oneWord, allWords) = (ArticleUpdates(texts.articles, word), ArticleUpdates(texts.articles))
    for (what, updates) in [("one word", oneWord), ("all words", allWords)] {
      try bench.compare(
        "\(texts.name): change \(what) of a record", rows: rows, bars: [.nanoseconds(20_000)], barRows: fullSize,
        [updateStore(by: updates, word), updateDatabase(by: updates, word)])
      for var article in updates.undoing {
        try database.update(article)
        try table.save(&article)
      }
    }
  }

  private func updateStore(by updates: ArticleUpdates, _ word: String) -> Contestant {
    let (table, cycle) = (table, Cycle(updates))
    func update(_ changed: Article) throws {
      guard var article = table.find(changed.id) else { return }
      (article.title, article.text) = (changed.title, changed.text)
      try table.save(&article)
    }
    return Contestant(.library, "find, change, table.save(&article)") {
      try cycle.answer(update) { try table.records.search(SearchQuery(word)).count }
    } body: {
      try update(cycle.next())
    }
  }

  private func updateDatabase(by updates: ArticleUpdates, _ word: String) -> Contestant {
    let (database, cycle) = (database, Cycle(updates))
    return Contestant(.grdb, "UPDATE article SET title = ?, text = ? WHERE id = ?, with triggers") {
      try cycle.answer(database.update) { try database.count(word) }
    } body: {
      try database.update(cycle.next())
    }
  }

  // MARK: - Texts for other programs

  /// Writes the articles, a line of JSON for each, and the questions with the number of articles found.
  func write(_ questions: [SearchQuestion], to folder: URL) throws {
    struct Asked: Encodable {
      let question: SearchQuestion
      let count: Int
    }
    struct Line: Encodable {
      let id: Int
      let title: String
      let text: String
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: texts.name.replacing(" ", with: "-"))
    var lines = Data()
    for article in texts.articles {
      lines += try encoder.encode(Line(id: article.id, title: article.title, text: article.text)) + Data("\n".utf8)
    }
    try lines.write(to: file.appendingPathExtension("jsonl"))
    let asked = try questions.map { Asked(question: $0, count: try found($0).count) }
    try encoder.encode(asked).write(to: file.appendingPathExtension("questions.json"))
  }
}

/// Updates of single records in random order, and those that undo them.
private struct ArticleUpdates {
  let changing: [Article]
  let undoing: [Article]

  /// - Parameter word: What takes the place of the word in the middle of the text; nil to take the texts of another
  ///   article.
  init(_ articles: [Article], _ word: String? = nil) {
    let count = min(500, articles.count / 4)
    // Positions that differ, far from each other.
    let places = (0..<count).map { World.rank($0, of: articles.count) }
    changing = places.map { place in
      var article = articles[place]
      if let word {
        var words = article.text.split(separator: " ")
        words[words.count / 2] = word[...]
        article.text = words.joined(separator: " ")
      } else {
        let other = articles[(place + articles.count / 2) % articles.count]
        (article.title, article.text) = (other.title, other.text)
      }
      return article
    }
    undoing = places.map { articles[$0] }
  }
}

/// Takes updates in turn, again and again.
private final class Cycle {
  private let updates: ArticleUpdates
  private var number = 0

  init(_ updates: ArticleUpdates) { self.updates = updates }

  func next() -> Article {
    let count = updates.changing.count
    defer { number = (number + 1) % (2 * count) }
    return number < count ? updates.changing[number] : updates.undoing[number - count]
  }

  /// Returns what `count` returns before, between and after changing all and undoing that.
  func answer(_ update: (Article) throws -> Void, _ count: () throws -> Int) throws -> [Int] {
    let before = try count()
    for article in updates.changing { try update(article) }
    let between = try count()
    for article in updates.undoing { try update(article) }
    return [before, between, try count()]
  }
}
