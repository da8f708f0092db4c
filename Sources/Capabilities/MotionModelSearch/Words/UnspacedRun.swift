import Foundation

/// A run of letters of a script without spaces between words. It is indexed by pairs: `日本語` as `日本`, `本語` and `語`.
///
/// Whatever is written in a text is found by a part of it then: two letters or more as a phrase of pairs, a single one
/// as the beginning of a pair.
struct UnspacedRun {
  /// A letter, and where it stands in the text.
  struct Letter {
    var scalar: Unicode.Scalar
    var range: Range<Int>
  }

  /// The last two letters that were read: the next scalar can be a part of the last one.
  private var before: Letter?
  private var last: Letter?

  var isEmpty: Bool { last == nil }

  /// Adds a scalar. Calls `body` with the pair of letters that is complete then, if any.
  mutating func append(_ letter: Letter, _ body: (Letter, Letter) -> Void) {
    if let last, let composed = Self.composed(last.scalar, letter.scalar) {
      self.last = Letter(scalar: composed, range: last.range.lowerBound..<letter.range.upperBound)
      return
    }
    if let before, let last { body(before, last) }
    (before, last) = (last, letter)
  }

  /// Ends the run. Calls `body` with the last pair, and the last letter.
  mutating func finish(_ body: (_ before: Letter?, _ last: Letter) -> Void) {
    if let last { body(before, last) }
    (before, last) = (nil, nil)
  }

  /// Returns the letter that two scalars are together: a syllable of Hangul, a voiced kana, or a vowel of
  /// Burmese.
  private static func composed(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    switch (first.value, second.value) {
    // A syllable of Hangul has one of 19 consonants, one of 21 vowels, and one of 27 last consonants or none.
    case (0x1100...0x1112, 0x1161...0x1175):
      Unicode.Scalar(0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00) % 28 == 0:
      Unicode.Scalar(first.value + second.value - 0x11A7)
    case (0x1025, 0x102E), (_, 0x3099...0x309A): normalized(first, second)
    default: nil
    }
  }

  private static func normalized(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    let letters = "\(first)\(second)".precomposedStringWithCanonicalMapping.unicodeScalars
    return letters.count == 1 ? letters.first : nil
  }
}
