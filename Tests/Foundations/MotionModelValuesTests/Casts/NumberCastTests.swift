import Foundation
import Testing

@testable import MotionModelValues

@Suite struct IntegerCastTests {
  @Test(
    arguments: [
      (3, 3), (3.0, 3), (-0.0, 0), (.decimal(300), 300), (true, 1), (false, 0), ("3", 3), (" -7\n", -7), ("+7", 7),
      ("3.0", 3), ("3.", 3),
      ("1e3", 1000), ("1500e-2", 15), ("0e99999999999999999999", 0), ("007", 7), ("-0", 0),
      ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9.223372036854775807e18", .max), (.date(Date(timeIntervalSince1970: 5)), 5),
    ] as [(AttributeValue, Int)]) func `a whole number casts from each of its spellings`(
      attribute: AttributeValue, value: Int
    )
  {
    #expect(Int.casting(attribute) == value)
  }

  @Test(
    arguments: [
      (.null, "nil"), (3.9, "a number with a fraction"), (.double(.nan), "a number that is not finite"),
      (1e300, "a number out of that range"), (.uint(.max), "a whole number out of that range"), ("", "a blank string"),
      (" ", "a blank string"),
      ("12abc", "a string that is not a number"), ("0x1F", "a string that is not a number"),
      ("1,000", "a string that is not a number"),
      ("1_000", "a string that is not a number"), ("٣", "a string that is not a number"),
      ("3\u{0}", "a string that is not a number"),
      ("--3", "a string that is not a number"), ("1e", "a string that is not a number"),
      (".", "a string that is not a number"),
      ("NaN", "a string that is not a number"), ("3.9", "a string with a number with a fraction"),
      ("9223372036854775808", "a string with a number out of that range"),
      ("1e99999999999999999999", "a string with a number out of that range"),
      (.decimal(Decimal(string: "0.5") ?? 0), "a decimal number with a fraction"),
      (.decimal(.nan), "a decimal number that is not finite"),
      (.date(Date(timeIntervalSinceReferenceDate: 1e-20)), "a date that is not on a whole second"), ([], "an array"),
      ([:], "a dictionary"),
      (.data(Data()), "data"),
    ] as [(AttributeValue, String)]) func `other values are refused`(attribute: AttributeValue, found: String)
  {
    #expect(
      Int.refusal(attribute)
        == "expected a whole number of 64 bits, found \(found)")
  }

  @Test func `every width has its own range`() {
    #expect(Int8.casting(-128) == -128)
    #expect(Int8.refusal(128) == "expected a whole number from -128 to 127, found a whole number out of that range")
    #expect(UInt8.casting("255") == 255)
    #expect(UInt8.refusal(-1) == "expected a whole number from 0 to 255, found a whole number out of that range")
    #expect(Int16.casting(40_000) == nil)
    #expect(UInt16.casting(40_000.0) == 40_000)
    #expect(Int32.casting("1e9") == 1_000_000_000)
    #expect(UInt32.casting(.decimal(4_294_967_296)) == nil)
    #expect(Int64.casting(.uint(1 << 63)) == nil)
    #expect(UInt64.casting("18446744073709551615") == .max)
    #expect(UInt.casting(.uint(.max)) == .max)
  }

  @Test func `column types name the width`() {
    #expect(Int.columnType == .int(bits: Int.bitWidth))
    #expect(Int8.columnType == .int(bits: 8))
    #expect(UInt64.columnType == .uint(bits: 64))
  }

  @Test func `a large unsigned number is not rounded`() {
    #expect(UInt64.max.attribute == .uint(.max))
    #expect(UInt64(7).attribute == .int(7))
    #expect(AttributeValue(Int128.max) == .string("170141183460469231731687303715884105727"))
  }
}

@Suite struct FloatingPointCastTests {
  @Test(
    arguments: [
      (3, 3), (0.1, 0.1), (.double(.infinity), .infinity), (.decimal(Decimal(string: "0.99") ?? 0), 0.99), ("0.1", 0.1),
      (" 1e3 ", 1000),
      ("1.", 1), (".5", 0.5), ("+2.5", 2.5), ("-1.5E-3", -0.0015), ("1e23", 1e23), ("100000000000000000000000", 1e23),
      ("18446744073709551616", 0x1p64),
      ("1152921504606847000", 1_152_921_504_606_846_976), ("Infinity", .infinity), ("-Infinity", -.infinity),
      ("5e-324", .leastNonzeroMagnitude),
      ("1.7976931348623157e308", .greatestFiniteMagnitude),
      ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
      ("3.14159265358979323846264338327950288419716939937510", .pi), (.date(Date(timeIntervalSince1970: 1.5)), 1.5),
      (.int(1 << 53), 9_007_199_254_740_992), ("0.0", 0), ("0e-999999999", 0),
    ] as [(AttributeValue, Double)]) func `a number casts from each of its spellings`(
      attribute: AttributeValue, value: Double
    )
  {
    #expect(Double.casting(attribute) == value)
  }

  @Test func `NaN and the sign of zero are kept`() {
    #expect(Double.casting("NaN")?.isNaN == true)
    #expect(Double.casting("-0")?.sign == .minus)
    #expect(Double.casting("-0.0")?.sign == .minus)
    #expect(Float.casting(-0.0)?.sign == .minus)
  }

  @Test(
    arguments: [
      (.null, "nil"), (true, "a Bool"), ("", "a blank string"), ("abc", "a string that is not a number"),
      ("0x1F", "a string that is not a number"),
      ("nan", "a string that is not a number"), ("inf", "a string that is not a number"),
      ("1e400", "a string with a number too large for the column's type"),
      ("1e-400", "a string with a number too near to zero for the column's type"),
      (.decimal(.nan), "a decimal number that is not finite"),
      (.int((1 << 53) + 1), "a whole number with more digits than the column's type keeps"),
      ("9007199254740993", "a string with a number with more digits than the column's type keeps"), ([], "an array"),
    ] as [(AttributeValue, String)]) func `other values are refused`(attribute: AttributeValue, found: String)
  {
    #expect(Double.refusal(attribute) == "expected a number, found \(found)")
  }

  @Test func `a Float rounds fractions and keeps whole numbers`() {
    #expect(Float.casting(0.1) == 0.1)
    #expect(Float.casting("0.1") == 0.1)
    #expect(Float.casting(16_777_216) == 16_777_216)
    #expect(Float.casting(16_777_217) == nil)
    #expect(Float.casting(16_777_217.0) == nil)
    #expect(Float.casting(1e11) == 1e11)
    #expect(Float.casting(1e300) == nil)
    #expect(Float.casting(1e-300) == nil)
    #expect(Float(0.1).attribute == .double(0.1))
  }

  @Test(arguments: castingSeeds) func `every number casts back from its string and its attribute`(seed: UInt64) {
    var generator = CastingGenerator(seed: seed)
    for _ in 0..<5000 {
      let double = Double(bitPattern: generator.next())
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      guard !double.isNaN, !float.isNaN else { continue }
      let text = String.casting(double.attribute) ?? ""
      #expect(Double.casting(.string(text))?.bitPattern == double.bitPattern, "seed \(seed)")
      #expect(Float.casting(float.attribute)?.bitPattern == float.bitPattern, "seed \(seed)")
      let price = Double(Int.random(in: -10_000_000...10_000_000, using: &generator)) / 100
      #expect(Double.casting(.string("\(price)")) == price, "seed \(seed)")
    }
  }
}

@Suite struct DecimalCastTests {
  static func decimal(_ text: String) -> Decimal? { Decimal(string: text) }

  @Test(
    arguments: [
      (0.99, "0.99"), (0.1, "0.1"), (3, "3"), (.uint(.max), "18446744073709551615"),
      (9_223_372_036_854_775_808.0, "9223372036854775808"),
      (1e-7, "0.0000001"), ("12.340", "12.34"), (" -1e-3 ", "-0.001"), ("1e127", "1e127"), ("1e150", "10e149"),
      ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"), (".5", "0.5"),
      ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
    ] as [(AttributeValue, String)]) func `a number casts with all of its digits`(
      attribute: AttributeValue, text: String
    )
  {
    #expect(Decimal.casting(attribute).map { DecimalForm($0) } == DecimalForm(text))
  }

  @Test(arguments: [.decimal(.nan), "NaN"] as [AttributeValue]) func `NaN casts to NaN`(attribute: AttributeValue)
    throws
  {
    #expect(try Decimal(attribute: attribute).isNaN)
  }

  @Test(
    arguments: [
      (.null, "nil"), (true, "a Bool"), (.double(.nan), "a number that is not finite"),
      (1e300, "a number out of a decimal's range"), ("1e-129", "a string with a number out of a decimal's range"),
      ("", "a blank string"),
      ("1 000", "a string that is not a number"), ("12abc", "a string that is not a number"),
      ("1234567890123456789012345678901234567890", "a string with a number of more digits"),
      ("1.2345678901234567890123456789012345678901", "a string with a number of more digits"),
    ] as [(AttributeValue, String)]) func `other values are refused`(attribute: AttributeValue, found: String)
  {
    if attribute == "1234567890123456789012345678901234567890" {
      #expect(Decimal.casting(attribute) == Self.decimal("1234567890123456789012345678901234567890"))
    } else {
      #expect(Decimal.refusal(attribute) == "expected a decimal number of up to 38 digits, found \(found)")
    }
  }

  @Test(arguments: castingSeeds) func `every decimal casts back from its string`(seed: UInt64) {
    var generator = CastingGenerator(seed: seed)
    for _ in 0..<500 {
      let digits = UInt128.random(in: 0...(.max >> UInt128.random(in: 0...120, using: &generator)), using: &generator)
      let form = DecimalForm(
        isNegative: digits != 0 && Bool.random(using: &generator), digits: digits,
        exponent: Int.random(in: -128...127, using: &generator))
      let decimal = form.decimal
      #expect(decimal != nil, "seed \(seed), \(form)")
      #expect(decimal.flatMap { Decimal.casting(.string($0.description)) } == decimal, "seed \(seed)")
      #expect(decimal.flatMap { DecimalForm($0) } == form, "seed \(seed)")
    }
  }
}
