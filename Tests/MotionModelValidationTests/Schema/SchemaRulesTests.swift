import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

private struct Customer: Model, Validatable, Equatable {
  var id = ""
  var name = ""
  var nickname: String?
  var email: String?
  var number = 0
  var visits = 0

  static let schema = Schema<Customer> {
    Column(\.name)
    Column(\.nickname)
    Column(\.email, .unique)
    Column(\.number, [.unique, .readOnly])
    Column(\.visits)
  }
  static let validations = Validations<Customer> { SchemaRules() }
}

@Suite(.ownStore) struct SchemaRulesTests {
  @Test func `strings that are not optional must not be blank`() {
    #expect(Customer().errors.map(\.description) == ["name: blank"])
    #expect(Customer.new { $0.name = "Bob" }.isValid)
  }

  @Test func `values in unique columns must not be taken`() throws {
    var bob = Customer.new { ($0.name, $0.email, $0.number) = ("Bob", "a@b.co", 1) }
    try bob.save()
    #expect(bob.isValid)
    let eve = Customer.new { ($0.name, $0.email, $0.number) = ("Eve", "a@b.co", 1) }
    #expect(eve.errors.map(\.description) == ["email: taken", "number: taken"])
    #expect(eve.errors == eve.errors.blocking)
    #expect(Customer.new { ($0.name, $0.number) = ("Eve", 2) }.isValid)
  }

  @Test func `read-only columns cannot be changed`() throws {
    var bob = Customer.new { ($0.name, $0.number) = ("Bob", 1) }
    try bob.save()
    bob.visits = 3
    #expect(bob.isValid)
    bob.number = 2
    #expect(bob.errors.fullMessages == ["Number cannot be changed"])
    #expect(throws: RecordInvalid.self) { try bob.save() }
  }

  @Test func `the kinds of implied rules can be chosen, with options`() throws {
    let rules = Validations<Customer> {
      SchemaRules(.required).message("fehlt")
      SchemaRules(.readOnly, .unique).severity(.warning)
    }
    try Customer.create { ($0.name, $0.number) = ("Bob", 1) }
    let errors = rules.validationErrors(of: Customer.new { $0.number = 1 })
    #expect(errors.map(\.description) == ["name: blank", "number: taken [warning]"])
    #expect(errors.messages.first == "fehlt")
  }
}
