import Foundation
import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct ComparisonTests {
  @Test(arguments: ComparisonRelation.allCases) func `a relation holds as Swift's operator does`(
    relation: ComparisonRelation
  ) {
    for (value, other) in [(1, 2), (2, 2), (3, 2)] {
      let holds =
        switch relation {
        case .greaterThan: value > other
        case .greaterOrEqual: value >= other
        case .equal: value == other
        case .lessThan: value < other
        case .lessOrEqual: value <= other
        case .notEqual: value != other
        }
      let record = Sample { ($0.number, $0.limit) = (value, value) }
      let rules = Validations<Sample> {
        Comparison(\.number, relation, other)
        Comparison(\.limit, relation, other)
        Comparison(\.limit, relation, named: "two") { _ in other }
      }
      #expect(rules.errors(record).isEmpty == holds && rules.errors(record).count == (holds ? 0 : 3))
      #expect(rules.errors(record).first?.rule.rawValue == (holds ? nil : relation.rawValue))
    }
  }

  @Test func `another column is named in the error`() {
    let errors = Validations<Sample> { Comparison(\.number, .lessThan, column: \.id) }.errors(Sample())
    #expect(errors.map(\.description) == ["number: lessThan(otherField: id)"])
    #expect(errors.map { $0.fullMessage() } == ["Number must be less than ID"])
  }

  @Test func `optional columns may be compared with others`() {
    let rules = Validations<Sample> {
      Comparison(\.number, .lessThan, column: \.limit)
      Comparison(\.limit, .lessOrEqual, column: \.number).allowNil()
      Comparison(\.limit, .notEqual, column: \.owner).allowNil()
    }
    #expect(rules.broken() == [])
    #expect(rules.broken { ($0.number, $0.limit) = (1, 2) } == ["limit: lessOrEqual(otherField: number)"])
    #expect(rules.broken { ($0.number, $0.limit) = (2, 1) } == ["number: lessThan(otherField: limit)"])
  }

  @Test func `a missing value is blank, and with a missing operand nothing is compared`() {
    let rules = Validations<Sample> {
      Comparison(\.limit, .greaterThan, 5)
      Comparison(\.limit, .greaterThan, column: \.owner)
      Comparison(\.number, .equal, named: "the limit") { $0.limit }
    }
    #expect(rules.broken() == ["limit: blank", "limit: blank"])
    #expect(rules.broken { $0.limit = 6 } == ["number: equal(other: the limit)"])
    #expect(rules.broken { ($0.limit, $0.owner, $0.number) = (6, 7, 6) } == ["limit: greaterThan(otherField: owner)"])
  }

  @Test func `the message has the name of a computed operand, not its value`() {
    let (now, soon) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 60))
    let rules = Validations<Sample> { Comparison(\.date, .greaterThan, named: "a minute from now") { _ in soon } }
    let errors = rules.errors(Sample { $0.date = now })
    #expect(errors.map { $0.fullMessage() } == ["Date must be greater than a minute from now"])
    #expect(rules.broken { $0.date = .distantFuture } == [])
  }
}
