/// In how many articles the words and the pairs of neighbours are, from which questions are chosen.
///
/// Words that half of the articles have are left out, because FTS5 gives them no rank.
struct WordCounts {
  /// Words of two ASCII letters and more, the most frequent first.
  let words: [(word: String, count: Int)]
  private let pairs: [[String]]

  init(_ articles: [Article]) {
    var counts: [Substring: Int] = [:]
    var pairCounts: [[Substring]: Int] = [:]
    for article in articles {
      let columns = [article.title, article.text].map(Self.words)
      for word in Set(columns.joined()) { counts[word, default: 0] += 1 }
      // A part of the pairs is enough to find those that are frequent.
      guard article.id % 10 == 0 || articles.count <= 100_000 else { continue }
      for pair in columns.flatMap({ zip($0, $0.dropFirst()) }) { pairCounts[[pair.0, pair.1], default: 0] += 1 }
    }
    counts = counts.filter { $0.value * 2 < articles.count && Self.isAsked($0.key) }
    words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (String($0.key), $0.value) }
    pairs = Self.mostFrequent(pairCounts.filter { $0.key[0] != $0.key[1] && $0.key.allSatisfy { counts[$0] != nil } })
  }

  /// Returns the two most frequent pairs.
  private static func mostFrequent(_ pairs: [[Substring]: Int]) -> [[String]] {
    let sorted = pairs.sorted { ($1.value, $0.key[0], $0.key[1]) < ($0.value, $1.key[0], $1.key[1]) }
    return sorted.prefix(2).map { $0.key.map(String.init) }
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased()[...].split { !$0.isLetter && !$0.isNumber }
  }

  /// Whether a word has two ASCII letters or more, and nothing else.
  private static func isAsked(_ word: Substring) -> Bool {
    word.utf8.count > 1 && word.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  var questions: [SearchQuestion] {
    let (frequent, together, phrase) = (words[0].word, pairs[0], pairs[1])
    return [
      SearchQuestion(title: "a frequent word", kind: .word, words: [frequent]),
      SearchQuestion(title: "a rare word", kind: .word, words: [rare]),
      SearchQuestion(title: "two words, both", kind: .all, words: together),
      SearchQuestion(title: "two words, either", kind: .any, words: together),
      SearchQuestion(title: "a phrase of two words", kind: .phrase, words: phrase),
      SearchQuestion(title: "a prefix of two letters", kind: .prefix, words: [String(frequent.prefix(2))]),
      SearchQuestion(title: "a prefix of three letters", kind: .prefix, words: [beginning]),
      SearchQuestion(
        title: "a word and the beginning of one", kind: .typed, words: [phrase[0], String(phrase[1].prefix(2))]),
      SearchQuestion(title: "a word with a slip", kind: .slip, words: [slip]),
    ]
  }

  /// The question of which only the answers are counted, as FTS5 ranks them in another way.
  var near: SearchQuestion { SearchQuestion(title: "two words near each other", kind: .near, words: pairs[0]) }

  /// The word that the fewest articles have, of those that ten have.
  private var rare: String { words.last { $0.count >= 10 }?.word ?? words[words.count - 1].word }

  /// The first three letters of the most frequent word of four letters or more.
  private var beginning: String { String((words.first { $0.word.count >= 4 } ?? words[0]).word.prefix(3)) }

  /// The most frequent word of six letters or more without its fourth letter, if that is no other word.
  private var slip: String {
    let known = Set(words.map(\.word))
    let slips = words.lazy.filter { $0.word.count >= 6 }.map { String($0.word.prefix(3) + $0.word.dropFirst(4)) }
    return slips.first { !known.contains($0) } ?? "nothing"
  }
}
