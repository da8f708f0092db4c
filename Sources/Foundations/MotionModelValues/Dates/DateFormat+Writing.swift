import Foundation

extension DateFormat {
  /// Returns the shortest string that ``date(from:)`` reads back to the same date.
  ///
  /// Whole seconds have no fraction; others have as many digits as needed. A date outside the years 1 to 9999, NaN
  /// or a negative zero is written as its seconds since 2001-01-01: `2001-01-01T00:00:00Z + 1e+300 s`.
  static func text(from date: Date) -> String {
    let interval = date.timeIntervalSinceReferenceDate
    let isNegativeZero = interval == 0 && interval.sign == .minus
    guard !isNegativeZero, interval >= Double(writtenSeconds.lowerBound), interval < Double(writtenSeconds.upperBound)
    else {
      // NB: Arithmetic returns NaN of either sign, depending on the processor; both are written the same.
      return "\(referenceStart)\(interval.isNaN ? .nan : interval)\(referenceEnd)"
    }
    let whole = interval.rounded(.towardZero)
    if whole == interval { return text(seconds: Int64(whole), fraction: []) }
    let fraction = fractionDigits(of: interval)
    guard interval < 0 else { return text(seconds: Int64(whole), fraction: fraction) }
    return text(seconds: Int64(whole) - 1, fraction: fraction.tensComplement)
  }

  /// Returns the digits after the decimal point in the shortest string of a number that is not whole.
  private static func fractionDigits(of interval: Double) -> [UInt8] {
    guard let form = DecimalForm(interval.magnitude), form.exponent < 0 else { return [] }
    var digits = String(form.digits).utf8.map { $0 - 0x30 }
    let missing = -form.exponent - digits.count
    if missing > 0 { digits.insert(contentsOf: repeatElement(0, count: missing), at: 0) }
    return digits.suffix(-form.exponent)
  }

  private static func text(seconds: Int64, fraction: [UInt8]) -> String {
    let since1970 = seconds + secondsFrom1970To2001
    let secondOfDay = Int(truncatingIfNeeded: (since1970 % 86_400 + 86_400) % 86_400)
    let day = CivilDay(daysSince1970: Int(truncatingIfNeeded: (since1970 - Int64(secondOfDay)) / 86_400))
    let clock = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
    let count = 20 + (fraction.isEmpty ? 0 : fraction.count + 1)
    return String(unsafeUninitializedCapacity: count) { bytes in
      var writer = ByteWriter(bytes: bytes)
      writer.write(day.year, digits: 4)
      writer.write("-", day.month)
      writer.write("-", day.day)
      writer.write("T", clock.0)
      writer.write(":", clock.1)
      writer.write(":", clock.2)
      writer.write(fraction: fraction)
      writer.write(UInt8(ascii: "Z"))
      assert(writer.count == count, "the string has another length than was expected")
      return writer.count
    }
  }
}

/// Fills the bytes of a string whose length is known.
private struct ByteWriter {
  let bytes: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  mutating func write(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  mutating func write(_ number: Int, digits: Int) {
    var rest = number
    for place in (0..<digits).reversed() {
      bytes[count + place] = 0x30 + UInt8(rest % 10)
      rest /= 10
    }
    count += digits
  }

  mutating func write(_ separator: Unicode.Scalar, _ number: Int) {
    write(UInt8(ascii: separator))
    write(number, digits: 2)
  }

  mutating func write(fraction: [UInt8]) {
    guard !fraction.isEmpty else { return }
    write(UInt8(ascii: "."))
    for digit in fraction { write(0x30 + digit) }
  }
}
