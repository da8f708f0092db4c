public import MotionModel

/// A rule that a closure checks.
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
/// The rule's name is the error's ``ValidationError/rule``. A language has a template for that name, or uses the one of
/// `invalid` and the name as words: "Code is invalid (check digit)". A closure that throws is reported as
/// ``RuleName/failed``, with the error's description as `reason`; other rules are still checked.
///
/// A closure may read the store, where finders see what the save would see. It must not write.
public struct Validate<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates a rule for the value of a column.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - rule: The rule's name.
  ///   - isMet: Returns whether a value meets the rule.
  public init<Value>(
    _ column: any KeyPath<Record, Value> & Sendable, _ rule: RuleName = .invalid,
    _ isMet: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.init(rule, [Field(column, of: "Validate")]) { try isMet($0[keyPath: column]) }
  }

  /// Creates a rule for a record, with errors on some of its columns, or on the record as a whole.
  ///
  /// - Parameters:
  ///   - rule: The rule's name.
  ///   - columns: The columns that the rule is about; each has an error if the rule is broken. Without any, the
  ///     error is about the record as a whole.
  ///   - isMet: Returns whether a record meets the rule.
  public init<each Value>(
    _ rule: RuleName, on columns: repeat any KeyPath<Record, each Value> & Sendable,
    isMet: @escaping @Sendable (Record) throws -> Bool
  ) {
    self.init(rule, Field.list(repeat each columns, of: "Validate"), isMet)
  }

  /// Creates a rule that adds errors of its own.
  ///
  /// - Parameter test: Checks a record and adds its errors to the collector.
  public init(_ test: @escaping @Sendable (Record, inout Collector) throws -> Void) {
    let check = Check<Record>(
      .invalid, [],
      .record(nil) { record, _ in
        var collector = Collector()
        do {
          try test(record, &collector)
        } catch {
          collector.problems.append(.failure(error, of: .invalid))
        }
        return collector.problems
      })
    rules = Validations([check])
  }

  private init(_ rule: RuleName, _ fields: [Field<Record>], _ isMet: @escaping @Sendable (Record) throws -> Bool) {
    rules = Validations([Check(rule, fields, .record(nil) { record, _ in try isMet(record) ? [] : [.broken] })])
  }
}

extension Validate {
  /// Collects the errors that the closure of a ``Validate`` finds.
  public struct Collector {
    fileprivate(set) var problems: [Problem] = []

    /// Adds an error about a column.
    ///
    /// - Parameters:
    ///   - rule: The rule that is broken.
    ///   - column: The column.
    ///   - parameters: The parameters of the rule, for the message; never values of the record.
    public mutating func add<Value>(
      _ rule: RuleName, to column: any KeyPath<Record, Value> & Sendable, _ parameters: [String: AttributeValue] = [:]
    ) {
      problems.append(.on(Field<Record>(column, of: "Validate").name, rule, parameters))
    }

    /// Adds an error about the record as a whole.
    ///
    /// - Parameters:
    ///   - rule: The rule that is broken.
    ///   - parameters: The parameters of the rule, for the message; never values of the record.
    public mutating func add(_ rule: RuleName, _ parameters: [String: AttributeValue] = [:]) {
      problems.append(.on(nil, rule, parameters))
    }
  }
}
