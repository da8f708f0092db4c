import Foundation
import MotionModel
import MotionModelValidation
import Testing

/// A rule, a record that breaks it, and records whose value is missing or blank.
struct RuleCase: Sendable, CustomTestStringConvertible {
  let description: String
  let rules: Validations<Sample>
  /// The name of the broken rule, and its fields.
  let broken: RuleName
  var fields: [String] = []
  let record: Sample
  /// A record whose value is nil.
  var missing: Sample?
  /// A record whose value is blank.
  var blank: Sample?
  /// Records that have to be stored first.
  var stored: [Sample] = []

  var testDescription: String { description }

  init(
    _ description: String, _ broken: RuleName, _ fields: [String], _ build: (inout Sample) -> Void,
    missing: ((inout Sample) -> Void)? = nil, blank: ((inout Sample) -> Void)? = nil, stored: [Sample] = [],
    @ListBuilder<Validations<Sample>> rules: () -> Validations<Sample>
  ) {
    (self.description, self.broken, self.fields, self.stored) = (description, broken, fields, stored)
    self.rules = rules()
    record = Sample(build)
    self.missing = missing.map { Sample($0) }
    self.blank = blank.map { Sample($0) }
  }

  /// One case for every rule.
  static let all: [RuleCase] = texts + numbers + values + others
}

extension RuleCase {
  private static let texts = [
    RuleCase("Presence", .blank, ["note"], { $0.note = nil }, missing: { $0.note = nil }, blank: { $0.note = " \n" }) {
      Presence(\.note)
    },
    RuleCase("Absence", .present, ["note"], { $0.note = "x" }) { Absence(\.note) },
    RuleCase("Length", .tooShort, ["note"], { $0.note = "Dog" }, missing: { $0.note = nil }, blank: { $0.note = " " }) {
      Length(\.note, 5...80)
    },
    RuleCase(
      "Length of a collection", .tooFew, ["labels"], { $0.labels = ["a"] }, missing: { $0.labels = nil },
      blank: { $0.labels = [] }
    ) {
      Length(\.labels, min: 2)
    },
    RuleCase("Format", .format, ["note"], { $0.note = "x" }, missing: { $0.note = nil }, blank: { $0.note = "" }) {
      Format(\.note, /\d+/)
    },
    RuleCase("Email", .email, ["note"], { $0.note = "a@b" }, missing: { $0.note = nil }, blank: { $0.note = "" }) {
      Email(\.note)
    },
    RuleCase("WebAddress", .url, ["note"], { $0.note = "x" }, missing: { $0.note = nil }, blank: { $0.note = "" }) {
      WebAddress(\.note)
    },
    RuleCase("Phone", .phone, ["note"], { $0.note = "x" }, missing: { $0.note = nil }, blank: { $0.note = "" }) {
      Phone(\.note)
    },
  ]

  private static let numbers = [
    RuleCase("Numericality", .greaterThan, ["limit"], { $0.limit = 0 }) { Numericality(\.limit, .greaterThan(0)) },
    RuleCase(
      "Numericality of nothing", .notANumber, ["note"], { $0.note = "x" }, missing: { $0.note = nil },
      blank: { $0.note = "" }
    ) {
      Numericality(\.note)
    },
    RuleCase("Comparison", .lessThan, ["limit"], { $0.limit = 7 }) { Comparison(\.limit, .lessThan, 7) },
    RuleCase(
      "Comparison of nothing", .blank, ["limit"], { _ in }, missing: { $0.limit = nil }, blank: { $0.limit = nil }
    ) {
      Comparison(\.limit, .lessThan, 7)
    },
    RuleCase("Comparison with a closure", .equal, ["number"], { $0.number = 7 }) {
      Comparison(\.number, .equal, named: "the limit") { $0.limit ?? 0 }
    },
  ]

  private static let values = [
    RuleCase(
      "Inclusion", .inclusion, ["note"], { $0.note = "x" }, missing: { $0.note = nil }, blank: { $0.note = "" }
    ) {
      Inclusion(\.note, in: ["a", "b"])
    },
    RuleCase("Exclusion", .exclusion, ["note"], { $0.note = "a" }, blank: { $0.note = "" }) {
      Exclusion(\.note, of: ["a", ""])
    },
    RuleCase(
      "Confirmation", .confirmation, ["again"], { $0.again = "x" },
      blank: {
        $0.name = "x"; $0.again = ""
      }
    ) {
      Confirmation(\.again, of: \.name)
    },
    RuleCase("Acceptance", .acceptance, ["agreement"], { $0.agreement = "no" }, blank: { $0.agreement = "" }) {
      Acceptance(\.agreement, as: ["yes"])
    },
    RuleCase(
      "Validate a value", "short", ["note"], { $0.note = "long" }, missing: { $0.note = nil }, blank: { $0.note = "" }
    ) {
      Validate(\.note, "short") { $0?.count == 1 }
    },
    RuleCase(
      "Validate a record", "same", ["name", "note"],
      {
        $0.name = "a"; $0.note = "b"
      }, missing: { $0.name = "a" },
      blank: { $0.note = "b" }
    ) {
      Validate("same", on: \.name, \.note) { $0.name == $0.note }
    },
    RuleCase("Validate with errors of its own", "odd", ["number"], { $0.number = 1 }) {
      Validate { sample, errors in
        if sample.number == 1 { errors.add("odd", to: \.number) }
      }
    },
  ]

  private static let others = [
    RuleCase(
      "Uniqueness", .taken, ["name"], { $0.name = "a" }, blank: { $0.name = "" },
      stored: [Sample { $0.name = "a" }, Sample { $0.name = "" }]
    ) {
      Uniqueness(\.name)
    },
    RuleCase("Comparison with a column", .greaterThan, ["number"], { $0.limit = 7 }) {
      Comparison(\.number, .greaterThan, column: \.limit)
    },
    RuleCase("a rule of the user's own", .wrongLength, ["name"], { $0.name = "1" }, blank: { $0.name = "" }) {
      DigitCode(\.name)
    },
    RuleCase(
      "RequiredParent", .required, ["owner"], { $0.owner = 7 }, missing: { $0.owner = nil }, blank: { $0.owner = nil }
    ) {
      RequiredParent(\.owner, in: Job.self)
    },
    RuleCase("ValidateAssociated", .tooShort, ["jobs"], { $0.name = "x" }) {
      ValidateAssociated("jobs") { [Job($0.name)] }
    },
  ]
}
