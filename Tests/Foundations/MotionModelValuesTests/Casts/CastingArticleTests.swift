import Foundation
import Testing

@testable import MotionModelValues

/// The examples of the article about casting that no other test has.
@Suite struct CastingArticleTests {
  enum Status: String, ColumnValue, CaseIterable { case open, done }

  struct Money: ColumnValue, Comparable {
    var cents: Int
    static let columnType = ColumnType.custom(name: "Money")
    init(attribute: AttributeValue) throws(CastError) { cents = try Int(attribute: attribute) }
    var attribute: AttributeValue { cents.attribute }
    static func < (first: Money, second: Money) -> Bool { first.cents < second.cents }
  }

  enum Priority: Int, ColumnValue, Comparable {
    case low, high
    static func < (first: Priority, second: Priority) -> Bool { first.rawValue < second.rawValue }
  }

  struct Tag: RawRepresentable, ColumnValue {
    var rawValue: String
  }

  @Test func `the examples give their results`() throws {
    #expect(try Int(attribute: " 12 ") == 12)
    #expect(try Int(attribute: 12.0) == 12)
    #expect(try Bool(attribute: "yes"))
    #expect(try Decimal(attribute: 0.99) == Decimal(string: "0.99"))
    #expect(try Date(attribute: "15 Sep 2012").attribute.description == "2012-09-15T00:00:00Z")
    #expect(try Int?(attribute: "") == nil)
    #expect(
      Status.refusal("Done")
        == "expected one of the 2 cases of Status: open, done, found \"Done\", which is none of them"
    )
  }

  @Test func `white space is significant in strings and in raw values that are strings`() {
    #expect(Status.casting(" done ") == nil)
    #expect(Priority.casting(" 1 ") == .high)
    #expect(String.casting(" done ") == " done ")
  }

  @Test func `custom types have their own order`() throws {
    #expect(try Money.precedes(Money(attribute: 1), Money(attribute: 2)))
    #expect(Priority.precedes(.low, .high))
    #expect(Tag.precedes(Tag(rawValue: "a"), Tag(rawValue: "b")))
    #expect(Tag.casting("a") == Tag(rawValue: "a"))
  }

  @Test func `conversions that are not obvious are refused`() {
    #expect([Int].casting(3) == nil)
    #expect(Double.casting(true) == nil)
    #expect(Decimal.casting(.date(.now)) == nil)
    #expect(Decimal.casting(.double(.infinity)) == nil)
    #expect(Bool.casting(.date(.now)) == nil)
    #expect(Date.casting("1347667200") == nil)
    #expect(Double.casting("-1.5e-3") == -0.0015)
    #expect(Float.casting(.date(Date(timeIntervalSince1970: 1_347_667_201))) == nil)
  }
}
