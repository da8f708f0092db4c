import Foundation

/// A date and time as it was written.
struct DateMoment {
  let day: CivilDay
  var hour = 0
  var minute = 0
  var second = 0
  var fraction = SecondFraction()
  var offset = 0

  init(day: CivilDay) {
    self.day = day
  }

  /// Refuses times that no clock shows; 24:00 is the end of the day, as ISO 8601 has it.
  func checkClock() throws(DateText.Failure) {
    if hour == 24, minute == 0, second == 0, fraction.isZero { return }
    if second == 60, minute < 60, hour < 24 { throw .leapSecond }
    guard hour < 24, minute < 60, second < 60 else { throw .noSuchTime }
  }

  var date: Date {
    let secondOfDay = hour * 3600 + minute * 60 + second - offset
    let seconds = Int64(day.daysSince1970) * 86_400 + Int64(secondOfDay)
    return Date(timeIntervalSinceReferenceDate: fraction.added(to: seconds - DateText.secondsFrom1970To2001))
  }
}

/// The digits after a second's point.
struct SecondFraction {
  /// The digits as a number, as long as there are few of them.
  private var value = 0
  private var count = 0
  /// The digits themselves, when there are many.
  private var long: [UInt8] = []

  init() {}

  /// Takes at least one digit; zeros at the end do not count.
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

  /// The number nearest to a whole number of seconds and this fraction.
  func added(to seconds: Int64) -> Double {
    if isZero { return Double(seconds) }
    if count <= 6 {
      // Both are below 2^53 and so exact; one division rounds once.
      let power = SecondFraction.power(count)
      let scaled = seconds * power + Int64(value)
      if scaled.magnitude < 1 << 53 { return Double(scaled) / Double(power) }
    }
    return Double(decimalText(seconds)) ?? Double(seconds)
  }

  private static func power(_ exponent: Int) -> Int64 {
    var power: Int64 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// The exact sum in decimal digits.
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
    // -5 and .25 make -4.75: the digits run the other way below zero.
    return "-\(-(seconds + 1)).\(digits.tensComplement.text)"
  }
}

extension [UInt8] {
  /// The digits that make up one together with these, the last of which is not zero.
  var tensComplement: [UInt8] {
    guard let last else { return self }
    return dropLast().map { 9 - $0 } + [10 - last]
  }

  /// These digits as text.
  var text: String { String(decoding: map { $0 + 0x30 }, as: UTF8.self) }
}
