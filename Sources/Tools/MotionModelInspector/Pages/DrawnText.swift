import MotionModelValues

/// A line of text in a diagram, cut to a width.
///
/// No script measures texts, so their widths are guessed: as in the widest fonts that systems have.
struct DrawnText {
  let full: String
  let isBold: Bool

  /// The width in units of the diagram, in which letters are 13 high.
  var width: Int { Self.width(of: full, isBold) }

  /// The text as far as it fits in a width, with … where something is missing.
  func cut(to width: Int) -> String {
    if self.width <= width { return full }
    var text = ""
    for character in full {
      if Self.width(of: "\(text)\(character)…", isBold) > width { break }
      text.append(character)
    }
    return text + "…"
  }

  private static func width(of text: String, _ isBold: Bool) -> Int {
    let tenths = text.reduce(0) { $0 + $1.drawnWidth }
    return (isBold ? tenths * 12 / 10 : tenths) / 10 + 1
  }
}

extension Character {
  /// The width in tenths of a unit.
  fileprivate var drawnWidth: Int {
    if String(self).displayWidth > 1 { return 150 }
    if "fijlrtI .,:;!|'()[]-".contains(self) { return 55 }
    if !isASCII || "mwMW@%&+<=>#~^".contains(self) { return 130 }
    return isUppercase ? 104 : 86
  }
}
