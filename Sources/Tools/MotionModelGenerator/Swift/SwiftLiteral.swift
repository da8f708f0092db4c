import Foundation

/// Values of a data model as expressions of Swift.
package enum SwiftLiteral {
  /// A string with what has to be escaped.
  package static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        result += scalar.isHidden ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return result + "\""
  }

  /// `YES`, `NO`, `1`, `0`, `true` and `false` as a Boolean; nil for other words.
  static func boolean(_ text: String) -> String? {
    switch text.lowercased() {
    case "yes", "true", "1": "true"
    case "no", "false", "0": "false"
    default: nil
    }
  }

  /// A whole number in a range; nil for other words.
  static func integer(_ text: String, in range: ClosedRange<Int64> = Int64.min...Int64.max) -> String? {
    // NB: Where a Boolean became a number, Xcode leaves its default.
    if text == "YES" || text == "NO" { return text == "YES" ? "1" : "0" }
    let number = Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
    return number.flatMap { range.contains($0) ? "\($0)" : nil }
  }

  /// A number with fractions, which is finite; nil for other words.
  static func double(_ text: String) -> String? {
    guard let number = Double(text), number.isFinite else { return nil }
    return "\(number)"
  }

  /// A decimal number, exactly; nil for other words.
  static func decimal(_ text: String) -> String? {
    guard let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")),
      text.allSatisfy({ "+-.eE0123456789".contains($0) })
    else { return nil }
    // NB: The modeler writes 0.0 for 0.
    if number.isZero { return "0" }
    if let whole = Int64("\(number)") { return "\(whole)" }
    let sign = number.sign == .minus ? "minus" : "plus"
    return "Decimal(sign: .\(sign), exponent: \(number.exponent), significand: \(number.significand))"
  }

  /// A date as seconds since 2001; nil for other words.
  static func date(_ text: String) -> String? {
    double(text).map { seconds in
      let short = seconds.hasSuffix(".0") ? String(seconds.dropLast(2)) : seconds
      return "Date(timeIntervalSinceReferenceDate: \(short))"
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is not seen in source, or changes how the rest is seen: a control character, or one that turns the
  /// direction.
  var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) || value == 0xFEFF
    }
  }
}
