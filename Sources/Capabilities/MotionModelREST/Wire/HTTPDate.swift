import Foundation

/// Dates in headers, as RFC 9110 (section 5.6.7) has servers write them: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads a date; nil if it is none.
  static func read(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let numbers = ([parts[1], parts[3]] + parts[4].split(separator: ":")).compactMap { Int($0) }
    guard numbers.count == 5, (1...31).contains(numbers[0]), (1...9999).contains(numbers[1]),
      (0...23).contains(numbers[2]), (0...59).contains(numbers[3]), (0...60).contains(numbers[4])
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(
      from: DateComponents(
        year: numbers[1], month: month + 1, day: numbers[0], hour: numbers[2], minute: numbers[3], second: numbers[4]))
  }
}
