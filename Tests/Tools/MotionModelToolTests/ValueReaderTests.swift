import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelTool

/// Values as they are typed on the command line.
struct ValueReaderTests {
  private func read(_ text: String, _ type: String?, sample: AttributeValue? = nil) throws -> AttributeValue? {
    try ValueReader(StoreDocument.Column("column", type: type), sample: sample).read(text)
  }

  @Test(
    arguments: [
      ("Int", "-3", .int(-3)), ("UInt64?", "18446744073709551615", .uint(.max)), ("Double", "2", .double(2)),
      ("Float", "0.1", .double(0.1)), ("Decimal", "0.10", .decimal(Decimal(string: "0.1") ?? 0)),
      ("Bool", "true", true),
      ("String", "", ""), ("String?", "null and more", "null and more"), ("String", "\"null\"", "null"),
      ("String", "\"a\\nb\"", "a\nb"), ("String", "\"not closed", "\"not closed"),
      ("Date?", "2012-09-15", .date(Date(timeIntervalSince1970: 1_347_667_200))),
      (
        "UUID", "00000000-0000-0000-0000-000000000001",
        .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
      ),
      ("Data", "AQI=", .data(Data([1, 2]))), ("Status (String)", "open", "open"), ("Level (Int)", "3", 3),
      ("[Int]", "[1, \"2\"]", [1, 2]), ("[String]", "[]", []), ("[String: Int]", "{\"a\": 1}", ["a": 1]),
      ("Document", "{\"title\": \"x\"}", ["title": "x"]),
    ] as [(String, String, AttributeValue)])
  func `a value is read by the type that the file says`(_ type: String, _ text: String, _ value: AttributeValue) throws
  {
    #expect(try read(text, type) == value)
  }

  @Test func `null is nil where the column can be nil`() throws {
    for type in ["Int?", "String?", nil] as [String?] {
      let value = try read("null", type)
      #expect(value.isNothing)
    }
    let error = #expect(throws: UsageError.self) { try read("null", "Int") }
    #expect(
      error?.description
        == "The column column is Int and expects a value, because it is never nil (write '\"null\"' for a string of four letters)."
    )
  }

  @Test(arguments: [
    ("Int8", "300", "a whole number from -128 to 127"), ("Int", "3.5", "a whole number of 64 bits"),
    ("Date", "soon", "a date such as 2012-09-15, 2012-09-15T10:20:30Z or 15 Sep 2012"),
    ("[Int]", "1", "an array as JSON, such as [1, 2]"),
    ("[Int]", "[1, \"x\"]", "a whole number of 64 bits"), ("[String: Int]", "{", "JSON"),
  ])
  func `a value that does not fit is refused`(_ type: String, _ text: String, _ expected: String) {
    let error = #expect(throws: UsageError.self) { try read(text, type) }
    #expect(error?.description == "The column column is \(type) and expects \(expected).")
  }

  @Test func `without a type, a value is read like one that the column has`() throws {
    #expect(try read("3", nil, sample: 5) == 3)
    #expect(try read("3", nil, sample: 2.5) == 3.0)
    #expect(try read("3", nil, sample: "x") == "3")
    #expect(try read("3", nil) == "3")
    #expect(try read("[3]", nil, sample: ["x"]) == [3])
    let error = #expect(throws: UsageError.self) { try read("x", nil, sample: 5) }
    #expect(error?.description == "The column column expects a whole number of 64 bits.")
  }
}
