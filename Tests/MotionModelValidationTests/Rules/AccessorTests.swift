import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// A model whose columns are computed properties, which have no offset in a record.
private struct Computed: Model, Validatable {
  private var strings = ["", ""]
  private var numbers = [0: 0]
  var id = 0
  var name: String {
    get { strings[0] }
    set { strings[0] = newValue }
  }
  var email: String? {
    get { strings[1].isEmpty ? nil : strings[1] }
    set { strings[1] = newValue ?? "" }
  }
  var number: Int {
    get { numbers[0] ?? 0 }
    set { numbers[0] = newValue }
  }

  static let schema = Schema<Computed> {
    Column(\.name, name: "name")
    Column(\.email, name: "email")
    Column(\.number, name: "number")
  }
  static let validations = Validations<Computed> {
    Presence(\.name)
    Length(\.name, 3...8)
    Numericality(\.number, .in(1...9))
    Inclusion(\.number, in: 1...5)
    Exclusion(\.number, of: [3])
    Comparison(\.number, .notEqual, 4)
    Email(\.email).allowNil()
    Absence(\.email).on("anonymous")
  }
}

@Suite(.ownStore) struct AccessorTests {
  @Test func `computed columns are validated like others`() throws {
    #expect(Computed().errors.map(\.pathString) == ["name", "name", "number", "number"])
    var record = Computed.new { ($0.name, $0.number) = ("Bob", 2) }
    #expect(record.isValid)
    try record.save()
    (record.email, record.number) = ("x", 3)
    #expect(record.errors.map(\.description) == ["number: exclusion(list: [3])", "email: email"])
    record.number = 4
    #expect(record.validate(\.number).map(\.rule) == [.notEqual])
    #expect(record.errors(in: "anonymous").last?.rule == .present)
  }
}
