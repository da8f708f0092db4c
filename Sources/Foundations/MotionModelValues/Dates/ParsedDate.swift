import Foundation

/// A date and time as it was written.
struct ParsedDate {
  let day: CivilDay
  var hour = 0
  var minute = 0
  var second = 0
  var fraction = SecondFraction()
  var offset = 0

  init(day: CivilDay) {
    self.day = day
  }

  /// Throws for times that no clock shows. 24:00 is allowed as the end of the day, as in ISO 8601.
  func checkClock() throws(DateFormat.Failure) {
    if hour == 24, minute == 0, second == 0, fraction.isZero { return }
    if second == 60, minute < 60, hour < 24 { throw .leapSecond }
    guard hour < 24, minute < 60, second < 60 else { throw .noSuchTime }
  }

  var date: Date {
    let secondOfDay = hour * 3600 + minute * 60 + second - offset
    let seconds = Int64(day.daysSince1970) * 86_400 + Int64(secondOfDay)
    return Date(timeIntervalSinceReferenceDate: fraction.added(to: seconds - DateFormat.secondsFrom1970To2001))
  }
}

/// The digits after the decimal point of a second.
struct SecondFraction {
  /// The digits as a number, if there are at most six.
  private var value = 0
  private var count = 0
  /// The digits themselves, if there are more than six.
  private var long: [UInt8] = []

  init() {}

  /// Takes the digits that come next, without trailing zeros; nil if there are none.
  init?(takenFrom cursor: inout ByteCursor) {
    let start = cursor.index
    while cursor.takeDigit() != nil {}
    var end = cursor.index
    guard end > start else { return nil }
    while end > start, cursor[passed: end - 1] == UInt8(ascii: "0") { end -= 1 }
    count = end - start
    if count <= 6 {
      for place in start..<end { value = value * 10 + Int(cursor[passed: place].digit ?? 0) }
    } else {
      long = (start..<end).map { cursor[passed: $0].digit ?? 0 }
    }
  }

  var isZero: Bool { count == 0 }

  /// Returns the number nearest to the sum of whole seconds and this fraction.
  func added(to seconds: Int64) -> Double {
    if isZero { return Double(seconds) }
    if count <= 6 {
      // Both are below 2^53 and so exact; one division rounds once.
      let power = SecondFraction.power(count)
      let scaled = seconds * power + Int64(value)
      if scaled.magnitude < UInt64(1) << 53 { return Double(scaled) / Double(power) }
    }
    return Double(decimalText(seconds)) ?? Double(seconds)
  }

  private static func power(_ exponent: Int) -> Int64 {
    var power: Int64 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Returns the exact sum in decimal digits.
  private func decimalText(_ seconds: Int64) -> String {
    var digits = long
    if digits.isEmpty {
      var rest = value
      digits = [UInt8](repeating: 0, count: count)
      for place in digits.indices.reversed() {
        digits[place] = UInt8(rest % 10)
        rest /= 10
      }
    }
    guard seconds < 0 else { return "\(seconds).\(digits.text)" }
    // -5 + .25 is -4.75: below zero the fraction is the complement.
    return "-\(-(seconds + 1)).\(digits.tensComplement.text)"
  }
}

extension [UInt8] {
  /// The digits of one minus this fraction, whose last digit is not zero.
  var tensComplement: [UInt8] {
    guard let last else { return self }
    return dropLast().map { 9 - $0 } + [10 - last]
  }

  /// These digits as a string.
  var text: String { String(decoding: map { $0 + 0x30 }, as: UTF8.self) }
}
