import Foundation

extension String {
  /// The string as a literal. Swift's `debugDescription` would escape apostrophes too.
  var quoted: String { "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }

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
