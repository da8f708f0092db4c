import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

extension ValidationContext {
  fileprivate static let publishing: ValidationContext = "publishing"
}

/// A custom rule of the guide.
private struct Postcode<Record: Validatable>: ValidationRule {
  let column: any KeyPath<Record, String> & Sendable

  init(_ column: any KeyPath<Record, String> & Sendable) { self.column = column }

  var validations: Validations<Record> {
    Length(column, exactly: 5)
    Validate(column, "postcode") { $0.allSatisfy(\.isWholeNumber) }
  }
}

/// Every line of the guide's tables, so that each of them compiles.
private struct Order: Model, Validatable {
  var id = 0
  var name = ""
  var code = ""
  var zip = "12345"
  var size = "small"
  var count = 6
  var price = 1.0
  var email: String?
  var homepage: String?
  var phone: String?
  var startsOn: Date?
  var endsOn: Date?
  var dueDate = Date.distantFuture
  var projectID: Int?
  var archived = false
  var summary = ""
  var tags: [String] = []
  var password = ""
  var passwordAgain: String?
  var acceptsTerms = true
  var terms: String?

  static let schema = Schema<Order> {
    Column(\.name, .indexed)
    Column(\.code)
    Column(\.zip)
    Column(\.size)
    Column(\.count)
    Column(\.price)
    Column(\.email)
    Column(\.homepage)
    Column(\.phone)
    Column(\.startsOn)
    Column(\.endsOn)
    Column(\.dueDate)
    Column(\.projectID)
    Column(\.archived)
    Column(\.summary)
    Column(\.tags)
    Column(\.password)
    Transient(\.passwordAgain, \.acceptsTerms, \.terms)
  }

  static let validations = Validations<Order> {
    Presence(\.name)
    Length(\.name, 5...80)
    Length(\.name, max: 40).severity(.warning)
    Numericality(\.price)
    Numericality(\.price, .greaterThan(0), .lessOrEqual(9))
    Numericality(\.count, .in(0...9), .multiple(of: 6))
    Comparison(\.endsOn, .greaterThan, column: \.startsOn).if { $0.endsOn != nil }
    Comparison(\.dueDate, .greaterThan, named: "today") { _ in .now }
    Inclusion(\.size, in: ["small", "large"])
    Exclusion(\.name, of: ["admin"])
    Format(\.code, contains: /\d/).allowBlank()
    Email(\.email).allowNil()
    WebAddress(\.homepage).allowNil()
    Phone(\.phone).allowNil()
    Postcode(\.zip)
    Uniqueness(\.name, scope: \.size, \.count)
    Uniqueness(\.name, among: \.archived == false)
    Uniqueness(\.name, caseSensitive: false)
    Confirmation(\.passwordAgain, of: \.password)
    Acceptance(\.acceptsTerms)
    Acceptance(\.terms, as: ["yes"])
    RequiredParent(\.projectID, in: Project.self).allowNil()
    Presence(\.summary).on(.publishing)
    Presence(\.email).if { $0.count > 8 }.unless(\.archived == true)
    Length(\.tags, max: 1).message(MessageTemplate(one: "has room for {count} tag", other: "has room for {count} tags"))
    Presence(\.name).message("What is {field} without a name?")
    AcrossRecords("few") { $0.count < 10 }
    AsyncValidate(\.name, "nameIsFree") { $0 != "Taken" }
  }
}

@Suite(.ownStore) struct GuideTests {
  @Test func `the guide's rules say what the guide says`() async throws {
    var order = Order.new { $0.name = "Dog" }
    #expect(!order.isValid && order.errors.fullMessages == ["Name is too short (at least 5 characters)"])
    order.name = ""
    #expect(order.errors.fullMessages.last == "What is Name without a name?")
    (order.name, order.tags) = ("Walk the dog", ["a", "b"])
    #expect(order.errors.fullMessages == ["Tags has room for 1 tag"])
    order.tags = []
    try order.save()
    #expect(throws: RecordInvalid.self) { try order.save(in: .publishing) }
    #expect(Order.new { $0.name = "walk THE dog" }.errors(on: \.name).map(\.rule) == [.taken])
    #expect(await Order.new { $0.name = "Taken" }.validateAsync().fullMessages == ["Name is invalid (name is free)"])
  }
}
