import Foundation
import Testing

@testable import MotionModelValues

@Suite struct JSONFormatTests {
  static func failure(_ text: String) -> JSONFormat.Failure? {
    if case .failure(let failure) = JSONFormat.read(text) { failure } else { nil }
  }

  @Test(
    arguments: [
      ("null", nil), ("true", true), (" false ", false), ("0", 0), ("-0", -0.0), ("-1", -1), ("1.0", 1.0),
      ("1e2", 100.0), ("1E+2", 100.0),
      ("18446744073709551615", .uint(.max)), ("18446744073709551616", .decimal(Decimal(UInt64.max) + 1)), ("0.1", 0.1),
      ("0.12345678901234567890", .decimal(Decimal(string: "0.1234567890123456789") ?? 0)), ("\"\"", ""),
      ("\"a\\n\\u00e9\\ud83d\\ude00/\\/\"", "a\né😀//"),
      ("[]", []), ("[ 1 , [ ] ]", [1, []]), ("{}", [:]), ("{\"a\" : {\"b\":null}}", ["a": ["b": nil]]),
      ("\"é😀\"", "é😀"),
    ] as [(String, AttributeValue)]) func `JSON is read exactly`(text: String, value: AttributeValue) throws
  {
    #expect(try JSONFormat.read(text).get() == value)
  }

  @Test(arguments: [
    "", "nul", "truex", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "+1", "01", ".5", "5.",
    "1e", "1e+", "0x1", "--1", "-", "NaN",
    "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"\n\"", "1 2", "[", "]",
    "{", "\"\u{0}\"", "٣", "1.5.5",
  ]) func `a string that is not JSON is refused`(text: String) {
    #expect(Self.failure(text) == .malformed)
  }

  @Test func `duplicate keys, too many digits and deep nesting are refused`() {
    #expect(Self.failure("{\"a\":1,\"\\u0061\":1}") == .sameKeyTwice)
    #expect(Self.failure("0.\(String(repeating: "1", count: 60))") == .tooManyDigits)
    #expect(Self.failure("1e400") == .tooManyDigits)
    #expect(Self.failure(String(repeating: "[", count: 100_000)) == .tooDeep)
    #expect(Self.failure(String(repeating: "{\"a\":", count: 50_000)) == .tooDeep)
    #expect(Self.failure(String(repeating: "[", count: 500) + String(repeating: "]", count: 500)) == nil)
  }

  @Test(arguments: castingSeeds) func `Foundation reads the same values`(seed: UInt64) throws {
    var generator = CastingGenerator(seed: seed)
    for _ in 0..<300 {
      let value = Self.randomValue(depth: 3, using: &generator)
      let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
      #expect(try JSONFormat.read(text).get() == value, "seed \(seed): \(text)")
    }
  }

  /// Short numbers are read in a quicker way than others.
  @Test(arguments: castingSeeds) func `numbers are those that Swift reads, however many digits they have`(
    seed: UInt64
  ) throws {
    var generator = CastingGenerator(seed: seed)
    for _ in 0..<3000 {
      let digits = Int.random(in: 1...18, using: &generator)
      var text = String(Int.random(in: 1...9, using: &generator))
      for _ in 1..<max(2, digits) { text += String(Int.random(in: 0...9, using: &generator)) }
      let point = Int.random(in: 0...text.count, using: &generator)
      let isFraction = point < text.count
      if isFraction {
        text.insert(".", at: text.index(text.startIndex, offsetBy: point))
        if point == 0 { text = "0" + text }
      }
      if Bool.random(using: &generator) { text = "-" + text }
      let value = try JSONFormat.read(text).get()
      if !isFraction {
        #expect(value == (try Int64(text).map(AttributeValue.int) ?? .uint(#require(UInt64(text)))), "\(seed): \(text)")
      } else if case .double(let number) = value {
        #expect(number == Double(text), "\(seed): \(text)")
      } else {
        #expect(value == .decimal(try #require(Decimal(string: text))) && digits > 15, "\(seed): \(text)")
      }
    }
  }

  @Test func `bytes that are not UTF-8 are malformed, in strings and elsewhere`() {
    for bytes in [[0x22, 0xFF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC3, 0x22], [0xFF]] as [[UInt8]] {
      bytes.withUnsafeBufferPointer { bytes in
        var reader = JSONReader(bytes, depthLimit: 10)
        #expect(throws: JSONFormat.Failure.malformed) { try reader.readValue() }
      }
    }
  }

  static func randomValue(depth: Int, using generator: inout CastingGenerator) -> AttributeValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .int(Int64.random(in: .min ... .max, using: &generator))
    case 3: return .double(Double.random(in: -1e6...1e6, using: &generator) + 0.5)
    case 4: return .string(String((0..<5).map { _ in "aé😀\"\\\n\u{1}".randomElement(using: &generator) ?? "a" }))
    case 5: return .array((0..<3).map { _ in randomValue(depth: depth - 1, using: &generator) })
    default: return .dictionary(["a": randomValue(depth: depth - 1, using: &generator), "é": 1])
    }
  }
}

@Suite struct HostileCastTests {
  /// Casts to every kind of column, and returns the errors.
  static func refusals(_ attribute: AttributeValue) -> [CastError] {
    func refusal<Value: ColumnValue>(_ type: Value.Type) -> CastError? {
      do throws(CastError) {
        _ = try Value(attribute: attribute)
        return nil
      } catch {
        return error
      }
    }
    let types: [any ColumnValue.Type] = [
      String.self, Bool.self, Int.self, Int8.self, UInt64.self, Double.self, Float.self, Decimal.self, Date.self,
      UUID.self, URL.self, Data.self,
      Int?.self, [Int].self, [String: Int].self, [Date?].self,
    ]
    return types.compactMap { refusal($0) }
  }

  /// An unknown case is named: it is a word of a program and not of a person, and the file is mended by it.
  @Test func `no cast of any value to an enum traps, and an unknown case is named as far as it is short`() {
    func refusal<Value: ColumnValue>(_ type: Value.Type, _ attribute: AttributeValue) -> String {
      do throws(CastError) { return "\(try Value(attribute: attribute))" } catch { return error.description }
    }
    for value in everyKindOfValue {
      _ = refusal(EnumerationCastTests.Status.self, value)
      _ = refusal(EnumerationCastTests.Level.self, value)
    }
    #expect(refusal(EnumerationCastTests.Status.self, "opened").contains(#""opened", which is none of them"#))
    let long = String(repeating: "4711", count: 20)
    #expect(!refusal(EnumerationCastTests.Status.self, .string(long)).contains("4711"))
  }

  @Test func `no cast of any value to any type traps or quotes a string`() {
    for value in everyKindOfValue { _ = Self.refusals(value) }
    #expect(Self.refusals("secret-4711").allSatisfy { !$0.description.contains("4711") })
    #expect(Self.refusals(["k": "4711x"]).allSatisfy { !$0.description.contains("4711") })
  }

  @Test(arguments: [
    String(repeating: "9", count: 100_000), "0." + String(repeating: "0", count: 100_000) + "1",
    String(repeating: " ", count: 100_000),
    String(repeating: "x", count: 100_000), "1e" + String(repeating: "9", count: 100_000),
    String(repeating: "٣", count: 50_000),
    "2012-09-15T10:20:30." + String(repeating: "1", count: 100_000) + "Z", String(repeating: "[", count: 100_000),
    String(repeating: "😀", count: 25_000), "2001-01-01T00:00:00Z + " + String(repeating: "1", count: 100_000) + " s",
    String(repeating: "{\"a\":", count: 20_000), "\"" + String(repeating: "\\u0000", count: 16_000) + "\"",
    String(repeating: "\u{0}", count: 100_000),
  ]) func `a huge string is read quickly`(text: String) {
    #expect(Self.refusals(.string(text)).allSatisfy { $0.description.utf8.count < 1_000 })
  }

  @Test func `casting back returns an equal value`() throws {
    func check<Value: ColumnValue>(_ values: Value...) {
      for value in values {
        #expect(Value.casting(value.attribute) == value)
        guard let text = value.attribute.scalarString else { continue }
        #expect(Value.casting(.string(text)) == value, "from its text")
      }
    }
    check(true, false)
    check(Int.min, .max, 0)
    check(UInt64.max)
    check(0.1, -0.0, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude)
    check(Float(0.1), 16_777_216, .greatestFiniteMagnitude, .leastNonzeroMagnitude)
    check(Decimal.greatestFiniteMagnitude, Decimal(sign: .minus, exponent: -128, significand: 1), 0)
    check("", " ", "a\u{0}😀")
    check(Date.distantPast, .distantFuture, .now, Date(timeIntervalSinceReferenceDate: .infinity))
    check(UUID())
    check(Data(), Data([1, 2, 3]))
    check(URL(filePath: "/a b"), try #require(URL(string: "relative?x=y")))
    check([1, 2], [])
    check(["a": Int?.none])
    check(EnumerationCastTests.Status.open)
  }
}
