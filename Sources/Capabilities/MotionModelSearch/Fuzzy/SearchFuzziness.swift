/// How much a search forgives: which words are tried besides the word of the query.
///
/// A edit is a letter too many, too few or wrong, or two neighbours that changed places. A wrong first letter counts as
/// two. Numbers are taken as they are. Each word of a query becomes no more words than stated here: the ones that most
/// records have.
///
/// ```swift
/// SearchFuzziness(lettersForOneEdit: 4)        // "dorr" finds door
/// ```
public struct SearchFuzziness: Hashable, Sendable {
  package var lettersForOneEdit: Int
  package var lettersForTwoEdits: Int
  package var prefixWords: Int
  package var oneEditWords: Int
  package var twoEditWords: Int

  /// Creates what is usual, or something else.
  ///
  /// - Parameters:
  ///   - lettersForOneEdit: How many letters a word needs so that one edit is forgiven.
  ///   - lettersForTwoEdits: How many letters a word needs so that two edits are forgiven.
  ///   - prefixWords: How many words a prefix may become.
  ///   - oneEditWords: How many words with one edit a word may become.
  ///   - twoEditWords: How many words with two edits a word may become.
  public init(
    lettersForOneEdit: Int = 5, lettersForTwoEdits: Int = 9, prefixWords: Int = 1000, oneEditWords: Int = 150,
    twoEditWords: Int = 50
  ) {
    (self.lettersForOneEdit, self.lettersForTwoEdits) = (lettersForOneEdit, lettersForTwoEdits)
    (self.prefixWords, self.oneEditWords, self.twoEditWords) = (prefixWords, oneEditWords, twoEditWords)
  }
}

extension SearchFuzziness {
  /// Returns how many edits a word may have.
  func edits(in word: String) -> Int {
    let letters = word.unicodeScalars.count
    let isNumber = word.unicodeScalars.allSatisfy { $0.properties.numericType != nil }
    if isNumber || letters < lettersForOneEdit || oneEditWords <= 0 && twoEditWords <= 0 { return 0 }
    return letters < lettersForTwoEdits || twoEditWords <= 0 ? 1 : 2
  }

  /// Returns the words of an index that a word of a query may mean: the closest first, and among equals the most
  /// frequent ones. With `isPrefix`, also words of which a beginning is like the word.
  ///
  /// Only a small part of the index's sorted words is read: words whose first letters can still become the wanted ones.
  package func words(like word: String, isPrefix: Bool, in words: some SortedWords) -> [WordMatch] {
    guard !word.isEmpty else { return [] }
    var tiers: [WordMatch.Tier: WordMatches] = [
      .word: WordMatches(.word, limit: 1), .prefix: WordMatches(.prefix, limit: prefixWords),
      .oneEdit: WordMatches(.oneEdit, limit: oneEditWords), .twoEdits: WordMatches(.twoEdits, limit: twoEditWords),
    ]
    var walk = EditDistanceMatcher(word, limit: edits(in: word), isPrefix: isPrefix)
    var next: [UInt8]? = []
    while let start = next {
      next = nil
      words.forEachWord(from: start) { other, records in
        switch walk.visit(other) {
        case .within(let edits): tiers[Self.tier(edits, isSame: other.elementsEqual(word.utf8))]?.add(other, records)
        case .beyond: break
        case .dead(let bytes):
          // Behind all words that begin so: no UTF-8 has a byte 0xFF.
          next = other[..<bytes] + [0xFF]
          return false
        }
        return true
      }
    }
    return tiers.sorted { $0.key < $1.key }.flatMap(\.value.sorted)
  }

  private static func tier(_ edits: Int, isSame: Bool) -> WordMatch.Tier {
    switch edits {
    case 0: isSame ? .word : .prefix
    case 1: .oneEdit
    default: .twoEdits
    }
  }
}
