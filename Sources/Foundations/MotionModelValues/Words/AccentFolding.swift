import Foundation

/// How accents are left out of strings. Searches, and conditions without regard to accents, have this one rule.
///
/// A string is decomposed canonically. Then the nonspacing marks above and below letters are left out, and letters with
/// a stroke, which Unicode does not decompose, and letters that are two become plain ones: `Ł` is `L`, `æ` is `ae`.
/// Vowel signs and the marks of voiced kana are not accents. The rules of particular languages are not used: `ü` is `u`
/// in German, too.
package enum AccentFolding {
  /// Returns a string without accents, in no particular normal form.
  ///
  /// - Complexity: O(*n*). A string of ASCII characters is returned as it is.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var folded = ""
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars where !isAccent(scalar) {
      if let letters = letters[scalar] { folded += letters } else { folded.unicodeScalars.append(scalar) }
    }
    return folded
  }

  /// Whether a mark can be left out without making another letter: those above and below Latin, Greek and Cyrillic
  /// letters, and the points of Hebrew, Arabic and Syriac. Vowel signs of other scripts have other classes.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return false }
    switch scalar.properties.canonicalCombiningClass.rawValue {
    case 10...36, 200...: return scalar.properties.generalCategory == .nonspacingMark
    default: return false
    }
  }

  /// Letters with a stroke, and ligatures, which Unicode does not decompose.
  private static let letters: [Unicode.Scalar: String] = [
    "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ł": "l", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th",
    "Ø": "O", "Đ": "D", "Ð": "D", "Ħ": "H", "Ł": "L", "Ŧ": "T", "Æ": "AE", "Œ": "OE", "Þ": "TH",
  ]
}
