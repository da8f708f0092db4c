import Foundation
import MotionModel
import MotionModelSearch
import MotionModelTestSupport

/// A record whose texts are searched.
struct Passage: Model {
  var id = 0
  var title = ""
  var text = ""
  static let schema = Schema<Passage> {
    Column(\.title)
    Column(\.text)
    Searchable(\.title, \.text)
  }
}

/// Queries in the grammar of searches, and as people type them.
enum Searches {
  static let target = Target(
    "search", .untyped,
    words: [
      "AND", "OR", "NOT", "NEAR", "NEAR/3", "(", ")", "\"", "*", "^", "title:", "text:", "other:", " ", "-", "walk",
      "\u{301}", "\u{200D}", "日本", "🐶",
    ]
  ) { random in
    Data(
      random.pick([
        #"title:dog* (walk OR "take out") NOT cat*"#, "^walk NEAR/2 dog NEAR cat", "a b OR c d NOT e",
        "((walk AND (dog)) OR text:\"full-text\")", "Straße ÉTÉ été naïve", "walk the do", "\"a b\"* NEAR/4 ^c",
      ]).utf8)
  } read: { input, bound in
    let text = String(decoding: input, as: UTF8.self)
    try check(bound.check(input.count) { SearchQuery(typed: text) })
    do {
      try check(bound.check(input.count) { try SearchQuery(text) })
      return true
    } catch let error as SearchQuery.SyntaxError {
      _ = "\(error)"
      return false
    }
  }

  private static let store: Store? = {
    let store = Store(clock: Target.clock, notificationCenter: nil)
    let texts = [
      ("Walking the dog", "Take it out twice a day."), ("Cats", "They walk alone, past any dog."),
      ("Straße", "été à la plage"), ("日本語 🐶", "full-text search"), ("", "a b c d e a b"), ("a", ""),
    ]
    _ = try? store.table(Passage.self).insert(contentsOf: texts.map { Passage(title: $0.0, text: $0.1) })
    return store
  }()

  /// Throws unless a query is the same when it is written and read, and finds by the index what it finds record by
  /// record.
  private static func check(_ query: SearchQuery) throws {
    let description = query.description
    if !query.isNothing, try SearchQuery(description) != query { throw Target.Changed(what: "a query") }
    guard let store else { return }
    try Store.with(store) {
      guard let finder = try? Passage.search(query) else { return }
      if finder.ids != Passage.all.filter({ finder.matches($0) }).map(\.id) {
        throw Target.Changed(what: "what is found")
      }
      _ = finder.order(by: .rank).limit(3).ids
    }
  }
}
