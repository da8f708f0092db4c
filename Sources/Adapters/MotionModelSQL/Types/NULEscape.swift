/// Strings with NUL, which PostgreSQL does not store.
///
/// NUL is stored as U+0001 U+0001, and U+0001 as U+0001 U+0002. Equality, order and composed forms stay those of the
/// strings, and strings without these two characters are stored as they are.
package enum NULEscape {
  /// Returns the string to store.
  package static func escaped(_ text: String) -> String {
    if !text.utf8.contains(where: { $0 < 2 }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0: scalars.append(contentsOf: ["\u{1}", "\u{1}"])
      case 1: scalars.append(contentsOf: ["\u{1}", "\u{2}"])
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Returns the string that was stored. A single U+0001, which only another program stores, stays.
  package static func unescaped(_ text: String) -> String {
    if !text.utf8.contains(1) { return text }
    var (scalars, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
    while let scalar = rest.popFirst() {
      let original = scalar == "\u{1}" ? rest.first.flatMap(original) : nil
      if original != nil { rest.removeFirst() }
      scalars.append(original ?? scalar)
    }
    return String(scalars)
  }

  private static func original(_ second: Unicode.Scalar) -> Unicode.Scalar? {
    switch second.value {
    case 1: "\u{0}"
    case 2: "\u{1}"
    default: nil
    }
  }
}
