/// How much a search forgives: which words are tried besides the word of the query.
///
/// A slip is a letter too many, too few or wrong, or two neighbours that changed places. A wrong first letter counts as
/// two. Numbers are taken as they are. Each word of a query becomes no more words than stated here: the ones that most
/// records have.
///
/// ```swift
/// var forgiveness = SearchForgiveness()
/// forgiveness.lettersForOneSlip = 4        // "dorr" finds door
/// ```
public struct SearchForgiveness: Hashable, Sendable {
  /// How many letters a word needs so that one slip is forgiven.
  public var lettersForOneSlip = 5

  /// How many letters a word needs so that two slips are forgiven.
  public var lettersForTwoSlips = 9

  /// How many words a prefix may become.
  public var prefixWords = 1000

  /// How many words with one slip a word may become.
  public var oneSlipWords = 150

  /// How many words with two slips a word may become.
  public var twoSlipWords = 50

  /// Creates what is usual.
  public init() {}

  /// Nothing is forgiven.
  public static var none: SearchForgiveness {
    var none = SearchForgiveness()
    (none.oneSlipWords, none.twoSlipWords) = (0, 0)
    return none
  }
}

extension SearchForgiveness {
  /// Returns how many slips a word may have.
  func slips(in word: String) -> Int {
    let letters = word.unicodeScalars.count
    let isNumber = word.unicodeScalars.allSatisfy { $0.properties.numericType != nil }
    if isNumber || letters < lettersForOneSlip || oneSlipWords <= 0 && twoSlipWords <= 0 { return 0 }
    return letters < lettersForTwoSlips || twoSlipWords <= 0 ? 1 : 2
  }

  /// Returns the words of an index that a word of a query may mean: the closest first, and among equals the most
  /// frequent ones. With `isPrefix`, also words of which a beginning is like the word.
  ///
  /// Only a small part of the index's sorted words is read: words whose first letters can still become the wanted ones.
  package func words(like word: String, isPrefix: Bool, in words: some SortedWords) -> [LikeWord] {
    guard !word.isEmpty else { return [] }
    var tiers: [LikeWord.Tier: LikeWords] = [
      .word: LikeWords(.word, limit: 1), .prefix: LikeWords(.prefix, limit: prefixWords),
      .oneSlip: LikeWords(.oneSlip, limit: oneSlipWords), .twoSlips: LikeWords(.twoSlips, limit: twoSlipWords),
    ]
    var walk = SlipWalk(word, limit: slips(in: word), isPrefix: isPrefix)
    var next: [UInt8]? = []
    while let start = next {
      next = nil
      words.forEachWord(from: start) { other, records in
        switch walk.visit(other) {
        case .within(let slips): tiers[Self.tier(slips, isSame: other.elementsEqual(word.utf8))]?.add(other, records)
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

  private static func tier(_ slips: Int, isSame: Bool) -> LikeWord.Tier {
    switch slips {
    case 0: isSame ? .word : .prefix
    case 1: .oneSlip
    default: .twoSlips
    }
  }
}
