import Foundation
import Testing

@testable import MotionModelValues

@Suite struct BoolCastTests {
  @Test(
    arguments: [true, 1, 1.0, .decimal(1), "true", "TRUE", "Yes", "y", "t", "on", "1", " true\n"] as [AttributeValue])
  func `spellings of true are true`(attribute: AttributeValue) {
    #expect(Bool.casting(attribute) == true)
  }

  @Test(
    arguments: [false, 0, 0.0, -0.0, .decimal(0), "false", "False", "no", "N", "f", "off", "0"] as [AttributeValue])
  func `spellings of false are false`(attribute: AttributeValue) {
    #expect(Bool.casting(attribute) == false)
  }

  @Test(
    arguments: [
      (.null, "nil"), (2, "a number that is neither 0 nor 1"), (-1, "a number that is neither 0 nor 1"),
      (0.5, "a number that is neither 0 nor 1"),
      (.double(.nan), "a number that is neither 0 nor 1"), ("", "a blank string"),
      ("yes please", "a string that means neither"),
      ("truely", "a string that means neither"), ("01", "a string that means neither"),
      ("ja", "a string that means neither"),
      ("truetruetrue", "a string that means neither"), ("😀", "a string that means neither"), ([], "an array"),
      (.date(.now), "a date"),
    ] as [(AttributeValue, String)]) func `other values are refused`(attribute: AttributeValue, found: String)
  {
    #expect(Bool.refusal(attribute) == "expected true or false, found \(found)")
  }
}

@Suite struct StringCastTests {
  @Test(
    arguments: [
      ("", ""), (" a ", " a "), ("a\u{0}b", "a\u{0}b"), (3, "3"), (.uint(.max), "18446744073709551615"), (3.0, "3.0"),
      (0.1, "0.1"),
      (.double(.nan), "NaN"), (.double(-.infinity), "-Infinity"), (true, "true"), (false, "false"),
      (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "2001-01-01T00:00:00.5Z"),
    ] as [(AttributeValue, String)]) func `a string is kept and a scalar becomes a string`(
      attribute: AttributeValue, text: String
    )
  {
    #expect(String.casting(attribute) == text)
  }

  @Test func `UUIDs and URLs become strings`() throws {
    let id = UUID()
    #expect(String.casting(.uuid(id)) == id.uuidString)
    #expect(String.casting(.url(try #require(URL(string: "https://a.b/c")))) == "https://a.b/c")
    #expect(String.casting(.decimal(try #require(Decimal(string: "0.10")))) == "0.1")
  }

  @Test(
    arguments: [(.null, "nil"), ([], "an array"), ([:], "a dictionary"), (.data(Data()), "data")]
      as [(AttributeValue, String)])
  func `a value without a string form is refused`(attribute: AttributeValue, found: String) {
    #expect(String.refusal(attribute) == "expected a string, found \(found)")
  }
}

@Suite struct DateCastTests {
  @Test(
    arguments: [5, 5.0, .decimal(5), "1970-01-01T00:00:05Z", .date(Date(timeIntervalSince1970: 5))] as [AttributeValue])
  func `a date casts from each of its spellings`(attribute: AttributeValue) {
    #expect(Date.casting(attribute) == Date(timeIntervalSince1970: 5))
  }

  @Test func `milliseconds are not accepted as seconds`() {
    #expect(
      Date.refusal(1_347_667_200_000)
        == "expected \(DateFormat.expected), found a whole number that is not seconds since 1970 in the years 1 to 9999"
    )
    #expect(Date.casting(.double(.nan)) == nil)
    #expect(Date.casting(.double(.infinity)) == nil)
    #expect(Date.casting("5") == nil)
    #expect(Date.casting(true) == nil)
  }
}

@Suite struct IdentifierCastTests {
  @Test func `a UUID casts from a string`() {
    let id = UUID()
    #expect(UUID.casting(.uuid(id)) == id)
    #expect(UUID.casting(.string(" \(id.uuidString.lowercased())\n")) == id)
    #expect(UUID.refusal("abc") == "expected a UUID, found a string that is not a UUID")
    #expect(UUID.refusal("") == "expected a UUID, found a blank string")
    #expect(UUID.refusal(.string(id.uuidString + "x")) == "expected a UUID, found a string that is not a UUID")
    #expect(UUID.refusal(3) == "expected a UUID, found a whole number")
  }

  @Test func `a URL casts from a string that is a URL`() {
    #expect(URL.casting(" https://example.com/a?b=c#d ") == URL(string: "https://example.com/a?b=c#d"))
    #expect(URL.casting("images/a.png")?.absoluteString == "images/a.png")
    #expect(URL.refusal("a b") == "expected a URL, found a string that is not a URL")
    #expect(URL.refusal(" ") == "expected a URL, found a blank string")
    #expect(URL.refusal(true) == "expected a URL, found a Bool")
  }

  @Test func `data casts from base64`() {
    #expect(Data.casting("AQI=") == Data([1, 2]))
    #expect(Data.casting("") == Data())
    #expect(Data.refusal(" ") == "expected data, or a base64 string, found a blank string")
    #expect(Data.refusal("A") == "expected data, or a base64 string, found a string that is not base64")
    #expect(Data.refusal("AQI=😀") == "expected data, or a base64 string, found a string that is not base64")
    #expect(Data.refusal([]) == "expected data, or a base64 string, found an array")
  }
}

@Suite struct OptionalCastTests {
  @Test func `nil casts to nil, and is refused by a type that is not optional`() {
    #expect(Int?.casting(.null) == .some(nil))
    #expect(String.refusal(.null) == "expected a string, found nil")
    #expect(Int?.columnType == .optional(Int.columnType))
  }

  @Test func `a blank string is nil unless the type accepts it`() {
    #expect(Int?.casting(" ") == .some(nil))
    #expect(Date?.casting("") == .some(nil))
    #expect([Int]?.casting("\t") == .some(nil))
    #expect(String?.casting("") == "")
    #expect(String?.casting(" ") == " ")
    #expect(Data?.casting("") == Data())
    #expect(Data?.casting(" ") == .some(nil))
  }

  @Test func `a string that is not blank is cast`() {
    #expect(Int?.casting("3") == 3)
    #expect(Int?.refusal("x")?.hasSuffix("found a string that is not a number") == true)
  }
}

@Suite struct CollectionCastTests {
  @Test func `an array casts element by element`() {
    #expect([Int].casting(["1", 2, 3.0]) == [1, 2, 3])
    #expect([Int?].casting([nil, "", 1]) == [nil, nil, 1] as [Int?])
    #expect([[Bool]].casting([["yes"], []]) == [[true], []])
    #expect([Int].columnType == .array(Int.columnType))
  }

  @Test func `an array casts from a string with JSON`() {
    #expect([Double].casting(" [1, 2.5, \"3\"] ") == [1, 2.5, 3])
    #expect([Decimal].casting("[0.1234567890123456789]") == [Decimal(string: "0.1234567890123456789") ?? 0])
    #expect([String].casting("a,b") == nil)
    #expect([Int].refusal("[1,") == "expected an array, found a string that is not JSON")
    #expect([Int].refusal("{}") == "expected an array, found a dictionary")
    #expect([Int].refusal("\"[1]\"") == "expected an array, found a string in JSON")
    #expect([Int].refusal(1) == "expected an array, found a whole number")
    #expect([Int].refusal("") == "expected an array, found a blank string")
  }

  @Test func `an error has the path of the value`() {
    #expect(
      [UInt8].refusal([1, 300])
        == "expected a whole number from 0 to 255, found a whole number out of that range at index 1")
    #expect(
      [String: [Bool]].refusal(["a": [true, []]]) == "expected true or false, found an array at index 1 at \"a\"")
  }

  @Test func `a dictionary casts value by value`() {
    #expect([String: Int].casting(["a": "1", "b": 2.0]) == ["a": 1, "b": 2])
    #expect([String: Int?].casting(["a": nil]) == ["a": Int?.none])
    #expect([String: Int].casting("{\"a\": 1}") == ["a": 1])
    #expect(
      [String: Int].refusal("{\"a\": 1, \"a\": 2}")
        == "expected a dictionary, found a string with the same key twice in its JSON")
    #expect([String: Int].refusal("[]") == "expected a dictionary, found an array")
    #expect([String: Int].columnType == .dictionary(Int.columnType))
  }
}

@Suite struct EnumerationCastTests {
  enum Status: String, ColumnValue { case open, done }
  enum Level: Int, ColumnValue, CaseIterable, Comparable {
    case low = 1, high = 3
    static func < (first: Level, second: Level) -> Bool { first.rawValue > second.rawValue }
  }
  enum Blank: String, ColumnValue, CaseIterable { case none = "", some }
  enum Many: Int, ColumnValue, CaseIterable { case a, b, c, d, e, f, g, h, i }
  enum Plain: Int, ColumnValue { case one = 1, two }
  struct Money: ColumnValue {
    var cents: Int
    static let columnType = ColumnType.custom(name: "Money")
    init(attribute: AttributeValue) throws(CastError) { cents = try Int(attribute: attribute) }
    var attribute: AttributeValue { cents.attribute }
  }

  @Test func `a case casts from its raw value`() {
    #expect(Status.casting("done") == .done)
    #expect(Level.casting("3") == .high)
    #expect(Level.casting(1.0) == .low)
    #expect(Status.open.attribute == "open")
    #expect(Status.columnType == .enumeration(name: "Status", raw: .string))
    #expect(Level.columnType == .enumeration(name: "Level", raw: .int(bits: 64), cases: [1, 3]))
  }

  @Test func `an error names the possible cases`() {
    let expected = "expected the raw value of a case of Status, found "
    #expect(Status.refusal("Done") == expected + "\"Done\", which is none of them")
    #expect(Level.refusal(2) == "expected one of the 2 cases of Level: 1, 3, found 2, which is none of them")
    #expect(Level.refusal("x") == "expected one of the 2 cases of Level: 1, 3, found a string that is not a number")
    #expect(Level.refusal(.null) == "expected one of the 2 cases of Level: 1, 3, found nil")
    let long = String(repeating: "x", count: 41)
    #expect(Status.refusal(.string(long)) == expected + "a string, which is none of them")
    let exact = String(long.dropLast())
    #expect(Status.refusal(.string(exact))?.hasSuffix("found \"\(exact)\", which is none of them") == true)
    #expect(Many.refusal(9) == "expected one of the 9 cases of Many, found 9, which is none of them")
  }

  @Test func `a blank string is nil unless it is a raw value`() {
    #expect(Status?.casting("") == .some(nil))
    #expect(Blank?.casting("") == Blank.none)
  }

  @Test func `cases are ordered by raw value, or in the enum's own order`() {
    #expect(Status.precedes(.done, .open))
    #expect(Plain.precedes(.one, .two))
    #expect(Level.precedes(.high, .low))
  }

  @Test func `a custom type uses its own cast`() {
    #expect(Money.casting("12")?.cents == 12)
    #expect([Money?].casting([nil, 3])?.map { $0?.cents } == [nil, 3])
  }
}
