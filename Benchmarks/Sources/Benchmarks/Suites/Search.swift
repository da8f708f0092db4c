import Foundation
import MotionModel
import MotionModelSearch

extension Suite {
  /// Searches for words in texts, beside SQLite's FTS5.
  static let search = Suite(name: "search") { bench, _ in
    let options = bench.options
    if let file = options.musicShop {
      try bench.search(.musicShop(file, options.rows ?? (options.isQuick ? 5_000 : 100_000)), fullSize: 100_000)
    } else {
      bench.note("Texts of the music shop", "not measured, because --music-shop names no file")
    }
    try bench.search(.generated(options.rows ?? (options.isQuick ? 10_000 : 1_000_000)), fullSize: 1_000_000)
  }
}

extension Bench {
  /// - Parameter fullSize: The number of articles at which the bars are judged.
  fileprivate func search(_ texts: ArticleTexts, fullSize: Int) throws {
    print("  (\(texts.name), \(grouped(texts.articles.count)) articles)")
    let counts = WordCounts(texts.articles)
    let questions = counts.questions
    let shelf = try SearchedArticles(texts)
    try shelf.measureMemory(in: self, fullSize: fullSize)
    try shelf.compareBuilding(in: self, fullSize: fullSize)
    if let folder = options.texts { try shelf.write(questions, to: URL(filePath: folder)) }
    for question in questions {
      try compare(
        "\(texts.name): first 20, \(question.title)", rows: texts.articles.count,
        bars: shelf.bars(of: question), barRows: fullSize, shelf.first(question, words: counts.words.map(\.word)))
    }
    try compare(
      "\(texts.name): first 20 by FTS5's formula, \(questions[0].title)", rows: texts.articles.count,
      shelf.firstByFormula(questions[0]))
    for question in questions.filter({ $0.kind == .word || $0.kind == .all }) + [counts.near] {
      try compare("\(texts.name): count, \(question.title)", rows: texts.articles.count, shelf.count(question))
    }
    try shelf.compareUpdates(of: questions[4].words[0], in: self, fullSize: fullSize)
  }
}

/// The same articles in a store and in a database, each with an index of their words.
final class SearchedArticles {
  let texts: ArticleTexts
  let store = Store(notificationCenter: nil)
  let database: ArticleDatabase

  init(_ texts: ArticleTexts) throws {
    self.texts = texts
    try store.table(Article.self).insert(contentsOf: texts.articles)
    database = try ArticleDatabase(texts.articles)
  }

  var table: ModelTable<Article> { store.table(Article.self) }
  var rows: Int { texts.articles.count }

  func found(_ question: SearchQuestion) throws -> Finder<Article> {
    switch question.kind {
    case .typed: table.records.search(question.text)
    case .slip: table.records.search(question.text, fuzziness: SearchFuzziness())
    default: try table.records.search(SearchQuery(question.text))
    }
  }

  // MARK: - Questions

  func bars(of question: SearchQuestion) -> [Bar] {
    switch question.kind {
    case .slip: []
    case .word where question.title == "a frequent word":
      [.atLeast(50, timesFasterThan: .grdb)] + (texts.name == "music shop" ? [.nanoseconds(200_000)] : [])
    default: [.atLeast(5, timesFasterThan: .grdb)]
    }
  }

  /// The first 20 by rank. The contestants have formulas of their own, so it is FTS5's of which the ranks are compared;
  /// by the library's own, the first of all that is found have to be the same.
  func first(_ question: SearchQuestion, words: [String]) -> [Contestant] {
    let own = Contestant(.library, label(of: question) + ".order(by: .rank).limit(20).all") {
      let found = try self.found(question)
      try self.checkOrder(of: found, question)
      return answer(found.count, found.order(by: .fts5).limit(20).scores(by: .fts5))
    } body: {
      blackHole(try self.found(question).order(by: .rank).limit(20).all)
    }
    guard let query = question.fts5 else { return [own, forgivingByHand(question.words[0], words)] }
    return [own, database.first(query)]
  }

  func firstByFormula(_ question: SearchQuestion) -> [Contestant] {
    let own = Contestant(.library, label(of: question) + ".order(by: .fts5).limit(20).all") {
      blackHole(try self.found(question).order(by: .fts5).limit(20).all)
    }
    return [own] + (question.fts5.map { [database.first($0)] } ?? [])
  }

  func count(_ question: SearchQuestion) -> [Contestant] {
    let own = Contestant(.library, label(of: question) + ".count") {
      [try self.found(question).count]
    } body: {
      blackHole(try self.found(question).count)
    }
    let other = question.fts5.map { query in
      Contestant(.grdb, "SELECT COUNT(*) … WHERE words MATCH '\(query)'") {
        [try self.database.count(query)]
      } body: {
        blackHole(try self.database.count(query))
      }
    }
    return [own] + (other.map { [$0] } ?? [])
  }

  private func label(of question: SearchQuestion) -> String {
    switch question.kind {
    case .typed: "search(\"\(question.text)\")"
    case .slip: "search(\"\(question.text)\", fuzziness: SearchFuzziness())"
    default: "search(SearchQuery(\"\(question.text)\"))"
    }
  }

  /// Checks that the first 20 are the same with and without a limit, with which only some matches are scored.
  private func checkOrder(of found: Finder<Article>, _ question: SearchQuestion) throws {
    let ordered = found.order(by: .rank)
    if ordered.limit(20).pluck(\.id) != Array(ordered.pluck(\.id).prefix(20)) {
      throw Disagreement(title: question.title, rows: rows, first: "limit(20)", second: "all")
    }
  }

  /// Every word is compared with the one that was typed, and those with one slip are searched for.
  private func forgivingByHand(_ typed: String, _ words: [String]) -> Contestant {
    func found() throws -> Finder<Article> {
      let near = words.filter { isOneSlip(Array(typed.utf8), Array($0.utf8)) }
      return try table.records.search(.any(of: near.map { .phrase($0) }))
    }
    return Contestant(.hand, "every word tested for a slip, search(.any(of: words)).order(by: .rank).limit(20).all") {
      let found = try found()
      return answer(found.count, found.order(by: .fts5).limit(20).scores(by: .fts5))
    } body: {
      blackHole(try found().order(by: .rank).limit(20).all)
    }
  }
}

extension ArticleDatabase {
  fileprivate func first(_ query: String) -> Contestant {
    Contestant(.grdb, "WHERE words MATCH '\(query)' ORDER BY rank LIMIT 20") {
      answer(try self.count(query), try self.ranks(query).map { -$0 })
    } body: {
      blackHole(try self.first(query) as [StoredArticle])
    }
  }
}

/// The number of records found, and the scores of the first, which may differ in the last digits.
private func answer(_ count: Int, _ scores: [Double]) -> [Int] { [count] + scores.map { Int(($0 * 1e7).rounded()) } }

/// Whether two words differ in one letter that is missing, added or changed, or in two neighbours that changed places.
/// The first letters are equal.
@inline(never)
private func isOneSlip(_ typed: [UInt8], _ word: [UInt8]) -> Bool {
  guard abs(typed.count - word.count) <= 1, typed.first == word.first, typed != word else { return false }
  let same = zip(typed, word).prefix { $0 == $1 }.count
  let (rest, other) = (typed.dropFirst(same), word.dropFirst(same))
  return rest.dropFirst().elementsEqual(other) || rest.elementsEqual(other.dropFirst())
    || rest.dropFirst().elementsEqual(other.dropFirst())
    || (rest.count > 1 && other.count > 1 && rest.first == other.dropFirst().first
      && rest.dropFirst().first == other.first && rest.dropFirst(2).elementsEqual(other.dropFirst(2)))
}
