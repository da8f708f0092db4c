import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct AgreementTests {
  @Test func `a confirmation must be equal, if it is given`() {
    let rules = Validations<Sample> { Confirmation(\.again, of: \.name) }
    #expect(rules.broken { $0.name = "secret" } == [])
    #expect(rules.broken { ($0.name, $0.again) = ("secret", "secret") } == [])
    let errors = ValidationErrors(rules.errors(Sample { ($0.name, $0.again) = ("secret", "Secret") }))
    #expect("\(errors)" == "[again: confirmation(otherField: name)]")
    #expect(errors.fullMessages == ["Again doesn't match Name"])
  }

  @Test func `values and confirmations may be optional or not`() {
    let rules = Validations<Sample> { Confirmation(\.again, of: \.note) }
    #expect(rules.broken { $0.note = "a" } == [])
    #expect(rules.broken { ($0.note, $0.again) = ("a", "a") } == [])
    #expect(rules.broken { ($0.note, $0.again) = ("a", "b") } == ["again: confirmation(otherField: note)"])
    #expect(rules.broken { $0.again = "a" } == ["again: confirmation(otherField: note)"])
    let both = Validations<Sample> { Confirmation(\.name, of: \.place) }
    #expect(both.broken() == [])
    #expect(both.broken { $0.name = "a" } == ["name: confirmation(otherField: place)"])
  }

  @Test func `a confirmation can ignore case`() {
    let rules = Validations<Sample> { Confirmation(\.again, of: \.name, caseSensitive: false) }
    #expect(rules.broken { ($0.name, $0.again) = ("a@B.co", "A@b.co") } == [])
    #expect(rules.broken { ($0.name, $0.again) = ("a", "b") }.count == 1)
    #expect(
      Validations<Sample> { Confirmation(\.limit, of: \.number, caseSensitive: false) }.broken { $0.limit = 1 }.count
        == 1)
  }

  @Test func `acceptance requires true, or a given value`() {
    let rules = Validations<Sample> {
      Acceptance(\.agrees)
      Acceptance(\.flag)
      Acceptance(\.agreement, as: ["yes", "1"])
      Acceptance(\.name, as: ["", "on"])
    }
    #expect(rules.broken() == ["agrees: acceptance"])
    #expect(rules.broken { ($0.agrees, $0.flag, $0.agreement, $0.name) = (true, true, "1", "on") } == [])
    #expect(
      rules.broken { ($0.flag, $0.agreement, $0.name) = (false, "no", "x") } == [
        "agrees: acceptance", "flag: acceptance", "agreement: acceptance", "name: acceptance",
      ])
  }
}
