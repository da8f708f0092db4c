import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// A custom rule.
struct DigitCode<Record: Validatable>: ValidationRule {
  let column: any KeyPath<Record, String> & Sendable

  init(_ column: any KeyPath<Record, String> & Sendable) { self.column = column }

  var validations: Validations<Record> {
    Length(column, exactly: 5)
    Validate(column, "postcode") { $0.allSatisfy(\.isWholeNumber) }
  }
}

private struct Offline: Error {}

@Suite(.ownStore) struct CustomRuleTests {
  @Test func `a custom rule can be composed of others and has all options`() {
    let rules = Validations<Sample> { DigitCode(\.name).unless { $0.flag == true } }
    #expect(rules.broken { $0.name = "12345" } == [])
    #expect(rules.broken { $0.name = "1234x5" } == ["name: wrongLength(count: 5)", "name: postcode"])
    #expect(rules.broken { $0.flag = true } == [])
  }

  @Test func `a rule that throws adds its own error, and other rules add theirs`() {
    let rules = Validations<Sample> {
      Presence(\.name)
      Validate(\.note, "checked") { _ in throw Offline() }
      Validate("allChecked") { _ in throw Offline() }
      Validate { _, errors in
        errors.add("found", to: \.number)
        throw Offline()
      }
      Presence(\.date)
    }
    #expect(
      rules.broken() == [
        "name: blank", "note: failed(reason: Offline(), rule: checked)",
        "Sample: failed(reason: Offline(), rule: allChecked)", "number: found",
        "Sample: failed(reason: Offline(), rule: invalid)", "date: blank",
      ])
    let messages = ValidationErrors(rules.errors(Sample())).fullMessages
    #expect(messages[1] == "Note could not be checked: Offline()" && messages[2] == "could not be checked: Offline()")
  }

  @Test func `a closure adds errors about columns and about the record`() {
    let rules = Validations<Sample> {
      Validate { sample, errors in
        errors.add("tooMany", to: \.number, ["count": 3])
        errors.add("closed", ["day": "Sunday"])
      }
    }
    #expect(rules.broken() == ["number: tooMany(count: 3)", "Sample: closed(day: Sunday)"])
  }

  @Test func `a rule in code without a name is invalid`() {
    let rules = Validations<Sample> { Validate(\.number) { $0 > 0 } }
    #expect(rules.broken() == ["number: invalid"])
    #expect(ValidationErrors(rules.errors(Sample())).fullMessages == ["Number is invalid"])
  }

  @Test func `a closure reads the store in which the record is saved`() throws {
    struct Counted: Model, Validatable {
      var id = 0
      var limit = 0
      static let schema = Schema<Counted> { Column(\.limit) }
      static let validations = Validations<Counted> { Validate("full") { Counted.count < $0.limit } }
    }
    let other = Store()
    var record = Counted.new { $0.limit = 1 }
    try other.table(Counted.self).save(&record)
    var second = Counted.new { $0.limit = 1 }
    #expect(throws: RecordInvalid.self) { try other.table(Counted.self).save(&second) }
    try second.save()
  }
}
