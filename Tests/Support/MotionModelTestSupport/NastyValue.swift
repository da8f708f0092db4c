public import Foundation

/// A type with values that are known to break things.
///
/// There are only a few values, so that two are often the same and conditions on them find something.
public protocol NastyValue {
  /// Returns one of the values.
  static func nasty(using random: inout SplitMix64) -> Self
}

extension String: NastyValue {
  /// Strings that are empty, blank, long, in upper and lower case, composed and decomposed, of emoji, with line breaks.
  public static let nastyValues = [
    "", " ", "a", "A", "ab", "AB", "bob", "Bob", "bob\n", "seattle", "Seattle dog", "dog", "ß", "SS", "ss",
    "caf\u{E9}", "cafe\u{301}", "CAF\u{C9}", "cafe", "e", "\u{301}", "\u{130}", "i", "I", "\u{131}", "Ångström",
    "A\u{30A}ngstro\u{308}m", "line\r\nbreak", "line\nbreak", "\r\n", "\r", "\n", "👍", "👍🏽", "👨‍👩‍👧", "👩", "🇩🇪", "🇩🇪🇫🇷",
    "100%", "a_b", "a%b", "a\\b", "%", "_", "\\", "\u{0}", "\u{FEFF}", "日本語", "Ǆ", "ǆ", "Σίσυφος", "ΣΊΣΥΦΟΣ",
    "\u{E9}", "e\u{301}", "K", "\u{212A}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FFFF}", "<&>\"'", "]]>", "null", "_json",
    String(repeating: "long ", count: 20),
  ]

  /// Returns one of ``nastyValues``.
  public static func nasty(using random: inout SplitMix64) -> String { random.pick(nastyValues) }
}

extension Bool: NastyValue {
  /// True or false.
  public static func nasty(using random: inout SplitMix64) -> Bool { random.chance(50) }
}

extension FixedWidthInteger {
  /// The limits of the type, numbers around zero, and a few others.
  public static func nasty(using random: inout SplitMix64) -> Self {
    let middle = Self.max / 2 + 1
    let values: [Self] = [.min, .max, .min + 1, .max - 1, 0, 0, 1, 1, 2, 3, 7, 100, ~0, middle]
    return random.pick(values)
  }
}

extension Int: NastyValue {}
extension Int8: NastyValue {}
extension Int16: NastyValue {}
extension Int32: NastyValue {}
extension Int64: NastyValue {}
extension UInt: NastyValue {}
extension UInt8: NastyValue {}
extension UInt16: NastyValue {}
extension UInt32: NastyValue {}
extension UInt64: NastyValue {}

extension BinaryFloatingPoint {
  /// Zeros of both signs, infinities, NaN, the limits of the type and a few others.
  public static func nasty(using random: inout SplitMix64) -> Self {
    let values: [Self] = [
      0, -0.0, .nan, -.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 0.1, 0.5, -0.5, 1, 1, -1, 3, 1e10, 16_777_217,
    ]
    return random.pick(values)
  }
}

extension Double: NastyValue {}
extension Float: NastyValue {}

extension Decimal: NastyValue {
  /// Zero, numbers with many digits, equal ones of different exponents.
  public static func nasty(using random: inout SplitMix64) -> Decimal {
    let values: [Decimal] = [
      0, 1, -1, 100, Decimal(sign: .plus, exponent: -1, significand: 1),
      Decimal(sign: .minus, exponent: -2, significand: 995),
      Decimal(sign: .plus, exponent: -2, significand: 100), Decimal(sign: .plus, exponent: 2, significand: 1),
      Decimal(sign: .plus, exponent: 30, significand: 7), Decimal(sign: .plus, exponent: -30, significand: 7),
      .greatestFiniteMagnitude, .leastFiniteMagnitude,
    ]
    return random.pick(values)
  }
}

extension Date: NastyValue {
  /// Distant and infinite dates, dates less than a millisecond apart, and NaN.
  public static func nasty(using random: inout SplitMix64) -> Date {
    let seconds: [TimeInterval] = [
      0, 0, 1, -1, 0.001, 0.0001, 1e9, 1e9 + 0.000_001, -1e10, .nan, -.nan, -0.0, .infinity, 347_155_200, 347_155_200.5,
    ]
    return random.pick(seconds.map { Date(timeIntervalSinceReferenceDate: $0) } + [.distantPast, .distantFuture])
  }
}

extension UUID: NastyValue {
  /// One of a few.
  public static func nasty(using random: inout SplitMix64) -> UUID {
    let byte = random.pick([0, 0, 1, 0x7F, 0x80, 0xFF] as [UInt8])
    let other = random.pick([0, 9, 0xAB] as [UInt8])
    return UUID(uuid: (byte, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, other))
  }
}

extension URL: NastyValue {
  /// Absolute and relative URLs, some of which have the same address in different parts.
  public static func nasty(using random: inout SplitMix64) -> URL {
    let texts = [
      "https://example.com", "https://example.com/", "https://example.com/a?b=c#d", "HTTPS://example.com/", "a", "b/c",
      "mailto:bob@example.com", "file:///a%20b", "https://example.com/caf%C3%A9",
    ]
    let base = URL(string: "https://example.com/")
    let url = random.chance(20) ? URL(string: "a?b=c#d", relativeTo: base) : URL(string: random.pick(texts))
    return url ?? URL(filePath: "/")
  }
}

extension Data: NastyValue {
  /// No bytes, a few, and more than fit inside the value itself.
  public static func nasty(using random: inout SplitMix64) -> Data {
    let values: [Data] = [
      Data(), Data([0]), Data([0, 0]), Data([255]), Data([1, 2, 3]), Data([1, 2, 3, 4]), Data(repeating: 7, count: 40),
      Data([9, 1, 2, 3]).dropFirst(),
    ]
    return random.pick(values)
  }
}

extension Array: NastyValue where Element: NastyValue {
  /// Up to three nasty elements.
  public static func nasty(using random: inout SplitMix64) -> [Element] {
    (0..<random.pick([0, 0, 1, 1, 1, 2, 3])).map { _ in .nasty(using: &random) }
  }
}

extension Dictionary: NastyValue where Key == String, Value: NastyValue {
  /// Up to two nasty members.
  public static func nasty(using random: inout SplitMix64) -> [String: Value] {
    var members: [String: Value] = [:]
    for _ in 0..<random.pick([0, 1, 1, 2]) {
      members[random.pick(["", "a", "B", "caf\u{E9}", "e\u{301}", "_json", "\u{1}"])] = Value.nasty(using: &random)
    }
    return members
  }
}

extension Optional: NastyValue where Wrapped: NastyValue {
  /// Nil in a quarter of all cases.
  public static func nasty(using random: inout SplitMix64) -> Wrapped? {
    // NB: Without the type's name this function would call itself, and always return nil.
    random.chance(25) ? nil : Wrapped.nasty(using: &random)
  }
}

extension Word: NastyValue {
  /// Any of the cases.
  public static func nasty(using random: inout SplitMix64) -> Word { random.pick(allCases) }
}

extension Level: NastyValue {
  /// Any of the cases.
  public static func nasty(using random: inout SplitMix64) -> Level { random.pick(allCases) }
}

extension Document: NastyValue {
  /// One of a few.
  public static func nasty(using random: inout SplitMix64) -> Document {
    var document = Document()
    document.title = random.pick(["", "a", "caf\u{E9}"])
    document.pages = random.pick([[], [1], [1, 2]])
    document.owner = random.pick([nil, "", "bob"])
    return document
  }
}
