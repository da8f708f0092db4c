import Foundation

extension String {
  /// The text, filled up with spaces to a number of characters.
  func padded(to width: Int, isRight: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return isRight ? spaces + self : self + spaces
  }

  /// The text without the spaces at its end.
  func trimmingRight() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text, or as much of it as fits a number of characters.
  func shortened(to width: Int) -> String { count <= width ? self : prefix(width - 1) + "…" }

  /// The text as a literal. Swift's `debugDescription` would escape apostrophes too.
  var quoted: String { "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }

  /// The text in lines that are no longer than a number of characters, broken at spaces.
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

  /// Whether the text is a number as this tour writes them.
  var isNumeric: Bool { !isEmpty && allSatisfy { $0.isNumber || "-.:,".contains($0) } }
}

extension Decimal {
  /// The amount with two digits for the cents.
  var money: String {
    formatted(.number.precision(.fractionLength(2)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
  }
}

extension Date {
  /// The day at Greenwich: `2024-02-29`.
  var day: String { formatted(.iso8601.year().month().day()) }
}

extension Int {
  /// So many milliseconds in minutes and seconds: `4:05`.
  var minutes: String {
    let seconds = self / 1000 % 60
    return "\(self / 60_000):\(seconds < 10 ? "0" : "")\(seconds)"
  }
}

extension Duration {
  /// The time in milliseconds.
  var text: String { String(format: "%.1f ms", self / .milliseconds(1)) }
}
