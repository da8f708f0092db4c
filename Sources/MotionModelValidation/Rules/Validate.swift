public import MotionModel

/// A rule in code.
///
/// ```swift
/// Validate(\.code, "checkDigit") { code in hasValidCheckDigit(code) }
///
/// Validate("datesInOrder", on: \.startsOn, \.endsOn) { $0.startsOn <= $0.endsOn }
///
/// Validate { booking, errors in
///   if booking.guests > booking.beds { errors.add("tooManyGuests", to: \.guests, ["count": booking.beds.attribute]) }
/// }
/// ```
///
/// Its name is the error's ``ValidationError/rule``, for which a language has a template, or else that of `invalid`. A rule
/// that throws is reported as ``RuleName/failed`` with the error's description as `reason`, and hides no other.
///
/// A closure may read the store: finders see what the save would see. It must not write.
public struct Validate<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes a rule for the value of a column.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - rule: The rule's name.
  ///   - isMet: Whether a value keeps to it.
  public init<Value>(
    _ column: any KeyPath<Record, Value> & Sendable, _ rule: RuleName = .invalid,
    _ isMet: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.init(rule, [Field(column, of: "Validate")]) { try isMet($0[keyPath: column]) }
  }

  /// Makes a rule for a record, whose errors stand at some of its columns, or at none of them.
  ///
  /// - Parameters:
  ///   - rule: The rule's name.
  ///   - columns: The columns that it is about; each has an error when it is broken. Without any, the error is one about the
  ///     record as a whole.
  ///   - isMet: Whether a record keeps to it.
  public init<each Value>(
    _ rule: RuleName, on columns: repeat any KeyPath<Record, each Value> & Sendable,
    isMet: @escaping @Sendable (Record) throws -> Bool
  ) {
    var fields: [Field<Record>] = []
    for keyPath in repeat each columns { fields.append(Field(keyPath, of: "Validate")) }
    self.init(rule, fields, isMet)
  }

  /// Makes a rule that adds errors of its own.
  ///
  /// - Parameter test: Looks at a record and adds what is wrong with it.
  public init(_ test: @escaping @Sendable (Record, inout ValidationCollector<Record>) throws -> Void) {
    let check = Check<Record>(
      .invalid, [],
      .record(nil) { record, _ in
        var collector = ValidationCollector<Record>()
        do {
          try test(record, &collector)
        } catch {
          collector.problems.append(.failure(error, of: .invalid))
        }
        return collector.problems
      })
    validations = Validations([check])
  }

  private init(_ rule: RuleName, _ fields: [Field<Record>], _ isMet: @escaping @Sendable (Record) throws -> Bool) {
    validations = Validations([Check(rule, fields, .record(nil) { record, _ in try isMet(record) ? [] : [.broken] })])
  }
}

/// Takes the errors that a rule in code finds.
public struct ValidationCollector<Record: Model> {
  fileprivate(set) var problems: [Problem] = []

  /// Adds an error about a column.
  ///
  /// - Parameters:
  ///   - rule: The rule that is broken.
  ///   - column: The column.
  ///   - parameters: What the rule is about, for the message; never values of the record.
  public mutating func add<Value>(
    _ rule: RuleName, to column: any KeyPath<Record, Value> & Sendable, _ parameters: [String: AttributeValue] = [:]
  ) {
    problems.append(.on(Field<Record>(column, of: "Validate").name, rule, parameters))
  }

  /// Adds an error about the record as a whole.
  ///
  /// - Parameters:
  ///   - rule: The rule that is broken.
  ///   - parameters: What the rule is about, for the message; never values of the record.
  public mutating func add(_ rule: RuleName, _ parameters: [String: AttributeValue] = [:]) {
    problems.append(.on(nil, rule, parameters))
  }
}
