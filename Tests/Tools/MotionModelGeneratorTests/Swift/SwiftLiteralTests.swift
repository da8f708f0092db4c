import Testing

@testable import MotionModelGenerator

struct SwiftLiteralTests {
  @Test func `Strings are escaped`() {
    #expect(SwiftLiteral.string("a\"b\\c\n\t\r\u{1}\u{2028}é\\(x)") == #""a\"b\\c\n\t\r\u{1}\u{2028}é\\(x)""#)
  }

  @Test(arguments: [("YES", "true"), ("0", "false"), ("true", "true"), ("maybe", nil)])
  func `Booleans are read as the modeler writes them`(text: String, literal: String?) {
    #expect(SwiftLiteral.boolean(text) == literal)
  }

  @Test(arguments: [
    ("-1", "-1"), ("3.0", "3"), ("9223372036854775807", "9223372036854775807"), ("9223372036854775808", nil),
    ("x", nil),
    ("1.5", nil), ("NO", "0"), ("YES", "1"),
  ])
  func `Whole numbers are exact, or refused`(text: String, literal: String?) {
    #expect(SwiftLiteral.integer(text) == literal)
  }

  @Test(arguments: [("0", "0.0"), ("-2.5e3", "-2500.0"), ("nan", nil), ("inf", nil), ("", nil)])
  func `Numbers with fractions are finite`(text: String, literal: String?) {
    #expect(SwiftLiteral.double(text) == literal)
  }

  @Test(arguments: [
    ("12", "12"), ("0.0", "0"), ("-0", "0"), ("100.0", "100"), ("-1e2", "-100"),
    ("0.10", "Decimal(sign: .plus, exponent: -1, significand: 1)"),
    ("-0.25", "Decimal(sign: .minus, exponent: -2, significand: 25)"), ("12 apples", nil), ("", nil),
  ])
  func `Decimal numbers are exact`(text: String, literal: String?) {
    #expect(SwiftLiteral.decimal(text) == literal)
  }
}
