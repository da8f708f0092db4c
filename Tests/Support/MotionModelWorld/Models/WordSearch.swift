import Foundation
import MotionModel
import MotionModelSearch

/// A search for words, for the library and for the naive store.
struct WordSearch: Sendable {
  /// What is searched for, and whether it is as a person types it, or a query.
  let text: String
  let isTyped: Bool
  let meaning: NaiveSearch

  static func typed(_ text: String, _ meaning: NaiveSearch) -> WordSearch {
    WordSearch(text: text, isTyped: true, meaning: meaning)
  }

  static func query(_ text: String, _ meaning: NaiveSearch) -> WordSearch {
    WordSearch(text: text, isTyped: false, meaning: meaning)
  }

  func predicate<Record: WorldModel>(_ model: Record.Type) -> RecordPredicate<Record> {
    if isTyped { return .search(text) }
    do {
      return try .search(SearchQuery(text))
    } catch {
      fatalError("The query \(text) of the world cannot be read: \(error)")
    }
  }

  var swift: String { isTyped ? "$0.search(\(text.swift))" : "try .search(SearchQuery(\(text.swift)))" }
}

/// The searches of a model, and the texts in which they look.
package struct WordSearches<Record: WorldModel>: Sendable {
  private let all: [WordSearch]
  /// How much a word counts in each column.
  let weights: [Double]
  private let texts: @Sendable (Record) -> [[String]]

  init(_ weights: [Double], _ texts: @escaping @Sendable (Record) -> [[String]], _ all: [WordSearch]) {
    (self.weights, self.texts, self.all) = (weights, texts, all)
  }

  func search(_ number: Int) -> WordSearch { all[number % all.count] }

  func words(of record: Record) -> NaiveWords { NaiveWords(texts(record)) }

  /// Returns the condition that a record matches a search, or that it does not.
  func condition(_ filter: Filter) -> Condition<Record> {
    let search = search(filter.value)
    var condition = Condition(
      predicate: search.predicate(Record.self), test: { search.meaning.matches(words(of: $0)) }, swift: search.swift)
    if filter.comparator == .unequal || filter.comparator == .less { return !condition }
    condition.search = search
    return condition
  }
}

extension Job {
  package static let searches: WordSearches<Job>? = WordSearches(
    [3, 1], { [[$0.title], $0.tags] },
    [
      .query("dig", .word("dig")), .query("d*", .prefix("d")), .query("\"dig deep\"", .phrase(["dig", "deep"])),
      .query("title:a OR tags:b", .any([.term(["a"], column: 0), .term(["b"], column: 1)])),
      .query("caf\u{E9} NOT a", .without(.word("cafe"), .word("a"))),
      .query("dig OR b OR CAFE*", .any([.word("dig"), .word("b"), .prefix("cafe")])),
      .query("(a OR dig) (b OR deep)", .all([.any([.word("a"), .word("dig")]), .any([.word("b"), .word("deep")])])),
      .typed("di", .any([.word("di"), .prefix("di")])), .typed("deep dig ", .all([.word("deep"), .word("dig")])),
      .typed("a -b", .without(.word("a"), .word("b"))), .typed("(-", .any([])),
      .typed("DIG-d", .phrase(["dig", "d"], isOpen: true)),
    ])
}

extension Remark {
  package static let searches: WordSearches<Remark>? = WordSearches(
    [1], { [[$0.text]] },
    [
      .query("good", .word("good")), .query("bad OR opened", .any([.word("bad"), .word("opened")])),
      .query("\"good bad\" OR o*", .any([.phrase(["good", "bad"]), .prefix("o")])),
      .query("good NOT \"not good\"", .without(.word("good"), .phrase(["not", "good"]))),
      .typed("good ba", .all([.word("good"), .any([.word("ba"), .prefix("ba")])])),
    ])
}
