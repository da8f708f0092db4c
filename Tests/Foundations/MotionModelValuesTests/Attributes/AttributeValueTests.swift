import Foundation
import Testing

@testable import MotionModelValues

@Suite struct AttributeValueTests {
  @Test func `literals become values of the expected kind`() {
    let value: AttributeValue = ["a": [nil, true, 3, 1.5, "b"], "c": [:]]
    #expect(
      value
        == .dictionary([
          "a": .array([.null, .bool(true), .int(3), .double(1.5), .string("b")]), "c": .dictionary([:]),
        ]))
  }

  @Test func `every kind has a name and a readable description`() {
    let id = UUID()
    let values: [(AttributeValue, String, String)] = [
      (nil, "nil", "nil"), (true, "a Bool", "true"), (3, "a whole number", "3"),
      (.uint(.max), "a whole number", "18446744073709551615"),
      (1.5, "a number", "1.5"), (.decimal(3), "a decimal number", "3"), ("a", "a string", "a"),
      (.date(Date(timeIntervalSinceReferenceDate: 0)), "a date", "2001-01-01T00:00:00Z"),
      (.uuid(id), "a UUID", id.uuidString),
      (.url(URL(filePath: "/a")), "a URL", "file:///a"), (.data(Data([1])), "data", "1 byte"),
      (.data(Data()), "data", "0 bytes"),
      (["a", nil], "an array", "[\"a\", nil]"), (["b": 1, "a": "x"], "a dictionary", "[\"a\": \"x\", \"b\": 1]"),
      ([:], "a dictionary", "[:]"),
    ]
    for (value, kind, description) in values {
      #expect(value.kind == kind)
      #expect(value.description == description)
    }
  }
}

@Suite struct AttributeValueAnyTests {
  struct Unknown {}

  @Test func `values of Swift types are converted`() throws {
    let date = Date(timeIntervalSince1970: 1)
    let id = UUID()
    let cases: [(Any?, AttributeValue)] = [
      (nil, nil), (3, 3), (Int8(1), 1), (UInt8(1), 1), (UInt64.max, .uint(.max)), (true, true), (1.5, 1.5),
      (Float(0.1), 0.1), ("a", "a"),
      (Decimal(3), .decimal(3)), (date, .date(date)), (id, .uuid(id)), (Data([1]), .data(Data([1]))),
      (Substring("a"), "a"), (Int128(3), 3), (CGFloat(1.5), 1.5),
      (URL(filePath: "/a"), .url(URL(filePath: "/a"))), (Optional(3) as Any, 3), (Int?.none as Any, nil),
      (Int??.some(nil) as Any, nil),
      ([1, 2], [1, 2]), ([1, "a", nil] as [Any?], [1, "a", nil]), (["a": 1], ["a": 1]),
      (["a": nil, "b": [true]] as [String: Any?], ["a": nil, "b": [true]]),
      (AttributeValue.int(3), 3), ([AttributeValue.null], [nil]), (EnumerationCastTests.Status.open, "open"),
      ([] as [Any], []),
    ]
    for (any, value) in cases { #expect(try AttributeValue(any: any) == value) }
  }

  @Test func `Foundation's objects are converted`() throws {
    let id = NSUUID()
    let cases: [(Any, AttributeValue)] = [
      (NSNull(), nil), (NSNumber(value: true), true), (NSNumber(value: false), false), (NSNumber(value: 1), 1),
      (NSNumber(value: 0), 0),
      (NSNumber(value: UInt64.max), .uint(.max)), (NSNumber(value: Int64.min), .int(.min)), (NSNumber(value: 1.5), 1.5),
      (NSNumber(value: Int8(5)), 5), (NSNumber(value: UInt8(1)), 1),
      (NSDecimalNumber(string: "0.1"), .decimal(Decimal(string: "0.1") ?? 0)),
      (NSString("a😀"), "a😀"),
      (NSDate(timeIntervalSinceReferenceDate: 5), .date(Date(timeIntervalSinceReferenceDate: 5))),
      (NSData(data: Data([1])), .data(Data([1]))), (NSArray(array: [1, "a"]), [1, "a"]),
      (NSDictionary(dictionary: ["a": 1]), ["a": 1]),
      (id, .uuid(try #require(UUID(uuidString: id.uuidString)))),
      (NSURL(fileURLWithPath: "/a", isDirectory: false), .url(URL(filePath: "/a", directoryHint: .notDirectory))),
    ]
    for (any, value) in cases { #expect(try AttributeValue(any: any) == value) }
  }

  @Test func `the results of Foundation's JSON reader are converted`() throws {
    let json = Data(#"{"a":[1,0,true,false,1.5,null,"x",18446744073709551615],"b":{}}"#.utf8)
    let value = try AttributeValue(any: JSONSerialization.jsonObject(with: json))
    #expect(value == ["a": [1, 0, true, false, 1.5, nil, "x", .uint(.max)], "b": [:]])
  }

  @Test func `the results of Foundation's property list reader are converted`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 5)
    let list: [String: Any] = ["a": [1, 1.5, true], "d": date, "x": Data([1])]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    let value = try AttributeValue(any: PropertyListSerialization.propertyList(from: data, format: nil))
    #expect(value == ["a": [1, 1.5, true], "d": .date(date), "x": .data(Data([1]))])
  }

  @Test func `other values are refused, with their path`() {
    let expected =
      "expected nil, a Bool, a number, a string, a date, a UUID, a URL, data, "
      + "or an array or string-keyed dictionary of these"
    for (any, found) in [
      (Unknown(), "a value of type Unknown"), ([1, Unknown()] as [Any], "a value of type Unknown at index 1"),
      (["a": [Unknown()]], "a value of type Unknown at index 0 at \"a\""),
      ([1: 2], "a value of type Dictionary<Int, Int>"),
    ] as [(Any, String)] {
      #expect { try AttributeValue(any: any) } throws: { "\($0)" == "\(expected), found \(found)" }
    }
  }

  @Test func `unlimited nesting is refused`() {
    var value: Any = 1
    for _ in 0..<600 { value = [value] as [Any] }
    #expect(throws: CastError.self) { try AttributeValue(any: value) }
  }
}

@Suite struct AttributeValueCodableTests {
  static func json(_ value: AttributeValue) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `values that JSON has are written as such, and others as strings`() throws {
    let value: AttributeValue = [
      "a": [nil, true, 3, 1.5, "x", .uint(.max)], "d": .date(Date(timeIntervalSinceReferenceDate: 0)), "e": .decimal(3),
      "n": .double(.nan),
      "u": .url(URL(filePath: "/a")), "x": .data(Data([1, 2])),
    ]
    #expect(
      try Self.json(value) == """
        {"a":[null,true,3,1.5,"x",18446744073709551615],"d":"2001-01-01T00:00:00Z","e":"3","n":"NaN",\
        "u":"file:///a","x":"AQI="}
        """)
  }

  @Test func `values that JSON has are read back equal`() throws {
    let value: AttributeValue = ["a": [nil, true, false, 0, 1, 3, 1.5, "x", "", .uint(.max), .int(.min), [:], []]]
    let back = try JSONDecoder().decode(AttributeValue.self, from: Data(Self.json(value).utf8))
    #expect(back == value)
  }

  @Test func `a JSON number keeps its digits`() throws {
    let back = try JSONDecoder().decode(AttributeValue.self, from: Data("[0.1, 0.1234567890123456789012]".utf8))
    #expect(back == [0.1, .decimal(Decimal(string: "0.1234567890123456789012") ?? 0)])
  }
}

@Suite struct AttributeValueOrderTests {
  static let sorted: [AttributeValue] = [
    false, true, .double(-.infinity), -1e300, .int(.min), -1, 0, 0.0, .decimal(0), .double(.leastNonzeroMagnitude),
    .decimal(Decimal(sign: .plus, exponent: -128, significand: 1)),
    0.1, .decimal(Decimal(string: "0.1") ?? 0), 1, 1.0, .decimal(1), 1.5, 9_007_199_254_740_992.0,
    .int(9_007_199_254_740_993), .int(.max),
    .uint(1 << 63), 9_223_372_036_854_775_808.0, .uint(.max), 1.8446744073709552e19, .decimal(.greatestFiniteMagnitude),
    1e300,
    .double(.infinity), .double(.nan), "", "a", "b", .date(.distantPast), .date(.distantFuture),
    .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
    .uuid(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
    .url(URL(filePath: "/a")), .url(URL(filePath: "/b")), .data(Data()), .data(Data([1])), .data(Data([1, 0])),
    .data(Data([2])), [], [1],
    [1, nil], [2], [:], ["a": 1], ["a": 1, "b": 0], ["a": 2], ["b": 0], nil,
  ]

  @Test func `all values have a total order`() {
    for (place, value) in Self.sorted.enumerated() {
      for (otherPlace, other) in Self.sorted.enumerated() {
        #expect((value < other) == (place < otherPlace), "\(value) and \(other)")
      }
    }
  }

  @Test(arguments: castingSeeds) func `numbers of all kinds have a consistent order`(seed: UInt64) {
    var generator = CastingGenerator(seed: seed)
    let numbers = (0..<60).flatMap { _ -> [AttributeValue] in
      let number = Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator)
      let double = Double(number)
      return [
        .int(number), .double(double), .double(double / 10), .decimal(Decimal(number)), .decimal(Decimal(number) / 10),
        .uint(number.magnitude),
      ]
    }
    let sorted = numbers.sorted()
    for place in sorted.indices {
      for later in sorted[place...] { #expect(!(later < sorted[place]), "seed \(seed): \(sorted[place]), \(later)") }
      for later in sorted[place...] where later != sorted[place] { #expect(sorted[place] < later, "seed \(seed)") }
    }
  }

  @Test func `columns are ordered with nil and NaN last`() {
    #expect([3, nil, 1].sorted(by: Int?.precedes) == [1, 3, nil])
    #expect([true, false].sorted(by: Bool.precedes) == [false, true])
    #expect([.nan, 2, -.infinity, 1].sorted(by: Double.precedes).map(\.description) == ["-inf", "1.0", "2.0", "nan"])
    #expect([.nan, 1].sorted(by: Float.precedes).first == 1)
    #expect([.nan, 1].sorted(by: Decimal.precedes).first == 1)
    #expect(!Double.precedes(.nan, .nan))
    #expect(["b", "a"].sorted(by: String.precedes) == ["a", "b"])
    #expect([[2], [1, 1], [1]].sorted(by: [Int].precedes) == [[1], [1, 1], [2]])
    #expect([Data([2]), Data([1])].sorted(by: Data.precedes) == [Data([1]), Data([2])])
    #expect(URL.precedes(URL(filePath: "/a"), URL(filePath: "/b")))
  }
}
