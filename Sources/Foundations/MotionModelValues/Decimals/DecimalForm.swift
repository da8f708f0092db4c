import Foundation

/// A number in decimal notation: a sign, the significant digits, and a power of ten.
///
/// All kinds of numbers have this form, a binary fraction by its shortest string. So one kind can be converted to
/// another without losing digits unnoticed, and all kinds can be ordered.
///
/// ```swift
/// DecimalForm("-12.50")  // => isNegative: true, digits: 125, exponent: -1
/// ```
struct DecimalForm: Hashable {
  let isNegative: Bool
  /// The digits without trailing zeros.
  let digits: UInt128
  /// The power of ten that the digits are multiplied by; zero when there are no digits.
  let exponent: Int

  /// Creates a form from its parts, without trailing zeros.
  init(isNegative: Bool, digits: UInt128, exponent: Int) {
    var digits = digits
    var exponent = exponent
    while digits != 0, digits.isMultiple(of: 10) {
      digits /= 10
      exponent += 1
    }
    self.isNegative = isNegative
    self.digits = digits
    self.exponent = digits == 0 ? 0 : exponent
  }

  var isZero: Bool { digits == 0 }

  /// Whether there are no digits after the decimal point.
  var isWhole: Bool { exponent >= 0 }
}

// MARK: - From numbers

extension DecimalForm {
  init(_ value: Int64) {
    self.init(isNegative: value < 0, digits: UInt128(value.magnitude), exponent: 0)
  }

  init(_ value: UInt64) {
    self.init(isNegative: false, digits: UInt128(value), exponent: 0)
  }

  /// Creates the form of a finite number: its exact value if it is whole and fits 64 bits, else its shortest
  /// string.
  ///
  /// The shortest string is what a reader of the number means: 0.99, and not the binary fraction next to it.
  init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard value.isFinite else { return nil }
    if let whole = UInt64(exactly: value.magnitude) {
      self.init(isNegative: value < 0, digits: UInt128(whole), exponent: 0)
    } else {
      self.init(value.description)
    }
  }

  /// Creates the form of a decimal number; nil for NaN.
  init?(_ value: Decimal) {
    guard !value.isNaN else { return nil }
    self.init(value.description)
  }
}

// MARK: - To numbers

extension DecimalForm {
  /// Returns the number as an integer; nil if it has a fraction or does not fit.
  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
    guard isWhole, let magnitude = digits.timesTen(toThe: exponent) else { return nil }
    guard isNegative else { return Integer(exactly: magnitude) }
    guard magnitude <= UInt128(Int128.max) else {
      return magnitude == Int128.min.magnitude ? Integer(exactly: Int128.min) : nil
    }
    return Integer(exactly: -Int128(magnitude))
  }

  /// The number as a `Decimal`; nil if that cannot hold it exactly.
  var decimal: Decimal? {
    guard !isZero else { return 0 }
    guard exponent >= -128, exponent <= 165 else { return nil }
    if exponent.magnitude <= 64, let significand = UInt64(exactly: digits) {
      return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(significand))
    }
    // The exponent of a `Decimal` ends at 127, so the rest has to be written as zeros.
    let zeros = max(0, exponent - 127)
    guard let mantissa = digits.timesTen(toThe: zeros) else { return nil }
    let sign = isNegative ? "-" : ""
    guard let decimal = Decimal(string: "\(sign)\(mantissa)e\(exponent - zeros)") else { return nil }
    return DecimalForm(decimal) == self ? decimal : nil
  }

  /// Returns the nearest binary number, which is infinite if the number is too large.
  func nearest<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) -> Number {
    // Digits and power are exact and one operation rounds once, so this is the nearest number, without parsing a
    // string.
    if digits >> (Number.significandBitCount + 1) == 0, exponent.magnitude <= Number.exactPowers {
      let magnitude = Number(UInt64(digits))
      let scaled = exponent < 0 ? magnitude / Number.power(-exponent) : magnitude * Number.power(exponent)
      return isNegative ? -scaled : scaled
    }
    return Number(description) ?? .nan
  }

  /// The string that reads back as this form.
  var description: String { "\(isNegative ? "-" : "")\(digits)e\(exponent)" }
}

extension BinaryFloatingPoint {
  /// The greatest power of ten that this type holds exactly, as far as it matters: 5^10 has 24 bits, 5^22 has 52.
  fileprivate static var exactPowers: Int { significandBitCount >= 52 ? 22 : significandBitCount >= 23 ? 10 : 0 }

  /// Returns ten to a power up to ``exactPowers``.
  fileprivate static func power(_ exponent: Int) -> Self {
    var power: Self = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}

extension UInt128 {
  /// Returns this number with `count` zeros appended; nil if that is too large.
  func timesTen(toThe count: Int) -> UInt128? {
    guard self != 0 else { return 0 }
    guard count <= 38 else { return nil }
    var product = self
    for _ in 0..<count {
      let (next, overflow) = product.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      product = next
    }
    return product
  }
}
