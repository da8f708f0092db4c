import MotionModel

/// A rule that a value is repeated exactly.
///
/// ```swift
/// var password = ""
/// var passwordAgain: String?      // usually Transient(\.passwordAgain)
///
/// Confirmation(\.passwordAgain, of: \.password)
/// ```
///
/// A missing repetition is not checked, so code without a second input need not set it; add ``Presence`` to require
/// it. It reports ``RuleName/confirmation`` for the repetition, with `otherField`.
public struct Confirmation<Record: Validatable>: ValidationRule {
  /// The validations that implement the rule.
  public let validations: Validations<Record>

  /// Creates the rule for an optional repetition, which is not checked if it is missing.
  ///
  /// - Parameters:
  ///   - repetition: The property with the repeated value; it need not be a column.
  ///   - column: The column that the property repeats.
  ///   - caseSensitive: Whether strings that differ only in case are different.
  public init<Value: Equatable & Sendable>(
    _ repetition: any KeyPath<Record, Value?> & Sendable, of column: any KeyPath<Record, Value> & Sendable,
    caseSensitive: Bool = true
  ) {
    self.init(Field(transient: repetition), Field(column, of: "Confirmation")) { record in
      guard let repeated = record[keyPath: repetition] else { return true }
      return Self.areEqual(repeated, record[keyPath: column], caseSensitive)
    }
  }

  /// Creates the rule for an optional repetition of an optional value; a missing repetition is not checked.
  ///
  /// - Parameters:
  ///   - repetition: The property with the repeated value; it need not be a column.
  ///   - column: The column that the property repeats.
  ///   - caseSensitive: Whether strings that differ only in case are different.
  public init<Value: Equatable & Sendable>(
    _ repetition: any KeyPath<Record, Value?> & Sendable, of column: any KeyPath<Record, Value?> & Sendable,
    caseSensitive: Bool = true
  ) {
    self.init(Field(transient: repetition), Field(column, of: "Confirmation")) { record in
      guard let repeated = record[keyPath: repetition] else { return true }
      return record[keyPath: column].map { Self.areEqual(repeated, $0, caseSensitive) } ?? false
    }
  }

  /// Creates the rule for a repetition that is always checked.
  ///
  /// - Parameters:
  ///   - repetition: The property with the repeated value; it need not be a column.
  ///   - column: The column that the property repeats.
  ///   - caseSensitive: Whether strings that differ only in case are different.
  public init<Value: Equatable & Sendable>(
    _ repetition: any KeyPath<Record, Value> & Sendable, of column: any KeyPath<Record, Value> & Sendable,
    caseSensitive: Bool = true
  ) {
    self.init(Field(transient: repetition), Field(column, of: "Confirmation")) { record in
      Self.areEqual(record[keyPath: repetition], record[keyPath: column], caseSensitive)
    }
  }

  private init(
    _ repetition: Field<Record>, _ original: Field<Record>, _ isMet: @escaping @Sendable (Record) -> Bool
  ) {
    let check = Check<Record>(
      .confirmation, [repetition],
      .record(nil) { record, _ in
        isMet(record) ? [] : [.broken(nil, ["otherField": .string(original.name)])]
      })
    validations = Validations([check])
  }

  private static func areEqual<Value: Equatable>(_ first: Value, _ second: Value, _ caseSensitive: Bool) -> Bool {
    if !caseSensitive, let first = first as? String, let second = second as? String {
      return first.lowercased() == second.lowercased()
    }
    return first == second
  }
}
