/// A set of words, with a lookup by bytes that creates no `String`.
struct WordSet: Sendable {
  private var numbers = ByteNumbers()
  /// The number of bytes of the longest word; -1 if there is none.
  private let longest: Int

  init(_ list: some Sequence<String>) {
    // In order, so that sets of the same words are equal.
    for word in Set(list).sorted() { _ = numbers.number(of: Array(word.utf8)) }
    longest = numbers.keys.map(\.count).max() ?? -1
  }

  /// Whether a word is in the set.
  func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool { word.count <= longest && numbers[word] != nil }
}

extension WordSet: Hashable {
  static func == (first: WordSet, second: WordSet) -> Bool { first.numbers.keys == second.numbers.keys }

  func hash(into hasher: inout Hasher) { hasher.combine(numbers.keys) }
}
