import Foundation

extension String {
  /// Returns the string padded with spaces to a number of characters.
  func padded(to width: Int, isRight: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return isRight ? spaces + self : self + spaces
  }

  /// Returns the string without trailing spaces.
  func trimmingRight() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Returns the string, cut to a number of characters.
  func shortened(to width: Int) -> String { count <= width ? self : prefix(width - 1) + "…" }

  /// The string as a literal. Swift's `debugDescription` would escape apostrophes too.
  var quoted: String { "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }

  /// Splits the string at spaces into lines of at most a number of characters.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    return lines + [line]
  }

  /// Whether the string is a number in the tour's format.
  var isNumeric: Bool { !isEmpty && allSatisfy { $0.isNumber || "-.:,".contains($0) } }
}

extension Decimal {
  /// The amount with two decimal places.
  var money: String {
    formatted(.number.precision(.fractionLength(2)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
  }
}

extension Date {
  /// The date in UTC: `2024-02-29`.
  var day: String { formatted(.iso8601.year().month().day()) }
}

extension Int {
  /// The milliseconds as minutes and seconds: `4:05`.
  var minutes: String {
    let seconds = self / 1000 % 60
    return "\(self / 60_000):\(seconds < 10 ? "0" : "")\(seconds)"
  }
}

extension Duration {
  /// The time in milliseconds.
  var text: String { String(format: "%.1f ms", self / .milliseconds(1)) }
}
