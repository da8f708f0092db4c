import Foundation
import MotionModel

/// How scalars are folded, so that spellings of the same word become equal.
///
/// The case is folded as Unicode's full case folding does (`ß` and `ẞ` become `ss`, `ς` becomes `σ`, `ﬁ` becomes `fi`;
/// also `ı`, which it leaves, becomes `i`), letters with accents are decomposed, full-width forms and half-width
/// katakana get their usual width. Where accents are folded, `AccentFolding` leaves the marks out, as conditions
/// without regard to accents do.
enum ScalarFolding {
  /// Returns what a scalar becomes: several scalars, or none where it is an accent that is left out.
  static func folded(_ scalar: Unicode.Scalar, foldingAccents: Bool) -> String {
    let usual = scalar.usualWidth
    if ScalarClass.isUnspaced(usual.value) { return unspaced(usual) }
    let decomposed = caseless(usual).decomposedStringWithCanonicalMapping
    guard foldingAccents else { return decomposed }
    return AccentFolding.folded(decomposed)
  }

  /// Folds the case: mapping to lower case, to upper case and back leads all forms of a letter to one.
  private static func caseless(_ scalar: Unicode.Scalar) -> String {
    var text = scalar.properties.lowercaseMapping
    text = text.unicodeScalars.map(\.properties.uppercaseMapping).joined()
    // NB: `ŉ` is `n` behind an apostrophe, which divides.
    let letters = text.unicodeScalars.filter { $0 != "\u{2BC}" }
    return letters.map(\.properties.lowercaseMapping).joined()
  }

  /// Syllables and voiced kana stay composed, because they are letters. Characters that Unicode has twice become one.
  private static func unspaced(_ scalar: Unicode.Scalar) -> String {
    let text = String(Character(scalar))
    let decomposed = text.decomposedStringWithCanonicalMapping
    return decomposed.unicodeScalars.count == 1 ? decomposed : text
  }
}

extension Unicode.Scalar {
  /// The scalar in its usual width: full-width `Ａ` is `A`, half-width `ｱ` is `ア`.
  var usualWidth: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0xFF66...0xFF9F: Self.katakana[Int(value - 0xFF66)]
    default: self
    }
  }

  /// Katakana in the order in which their half-width forms stand, with the two marks of voiced sounds.
  private static let katakana = Array(
    """
    ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}
    """.unicodeScalars)
}
