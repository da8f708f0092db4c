import MotionModel

extension Double {
  /// The number with at most two decimals, or digits of its own if it is very large or very small.
  var short: String {
    if !isFinite { return isNaN ? "NaN" : self < 0 ? "-∞" : "∞" }
    if self == 0 { return "0" }
    if magnitude >= 1e15 || magnitude < 0.005 { return "\(self)" }
    let rounded = (self * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
  }
}

extension Character {
  /// Whether a terminal would not draw the character, but do something, or turn the direction of what follows.
  var isControl: Bool {
    isNewline || unicodeScalars.contains { $0.properties.generalCategory == .control || $0.properties.isBidiControl }
  }
}

extension String {
  /// The string as text in XML. Control characters, which XML does not allow, become spaces.
  var inXML: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          let isAllowed = scalar.properties.generalCategory != .control && scalar != "\u{FFFE}" && scalar != "\u{FFFF}"
          return isAllowed ? scalar : " "
        })
    ).inMarkup()
  }
}
