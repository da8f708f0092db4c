import Foundation
import MotionModel
import MotionModelValidation

/// A model with a column for every kind of rule.
struct Sample: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var note: String?
  var place = ""
  var number = 0
  var limit: Int?
  var price = 0.0
  var amount = Decimal(0)
  var tags: [String] = []
  var labels: [String]?
  var date: Date?
  var flag: Bool?
  var owner: Int?
  // Transient.
  var again: String?
  var agrees = false
  var agreement: String?

  /// None, because tests check records by rules of their own.
  static let validations = Validations<Sample> {}

  static let schema = Schema<Sample> {
    Column(\.name)
    Column(\.note)
    Column(\.place)
    Column(\.number)
    Column(\.limit)
    Column(\.price)
    Column(\.amount)
    Column(\.tags)
    Column(\.labels)
    Column(\.date)
    Column(\.flag)
    Column(\.owner)
    Transient(\.again, \.agrees, \.agreement)
  }

  init() {}

  init(_ build: (inout Sample) -> Void) { build(&self) }
}

extension Validations {
  /// Returns the errors of a record by these rules alone.
  func errors(_ record: Record, in context: ValidationContext? = nil) -> [ValidationError] {
    Array(validationErrors(of: record, in: context))
  }
}

extension Validations where Record == Sample {
  /// The descriptions of the errors of a sample: fields, rules and parameters.
  func broken(_ build: (inout Sample) -> Void = { _ in }) -> [String] { errors(Sample(build)).map(\.description) }
}

/// The model of the guide.
struct Job: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var email: String?
  var priority = 0
  var projectID: Int?
  var startsOn: Date?
  var endsOn: Date?

  static let schema = Schema<Job> {
    Column(\.name)
    Column(\.email, .unique)
    Column(\.priority)
    Column(\.projectID, .indexed)
    Column(\.startsOn)
    Column(\.endsOn)
  }

  static let validations = Validations<Job> {
    Presence(\.name)
    Length(\.name, 5...80)
    Numericality(\.priority, .in(0...9))
    Email(\.email).allowNil()
    Length(\.name, max: 40).severity(.warning)
    Presence(\.projectID).on(.create).if { $0.priority > 5 }
    Validate("datesInOrder", on: \.startsOn, \.endsOn) { task in
      guard let starts = task.startsOn, let ends = task.endsOn else { return true }
      return starts <= ends
    }
  }

  init() {}

  init(_ name: String, priority: Int = 0, email: String? = nil) {
    (self.name, self.priority, self.email) = (name, priority, email)
  }
}
