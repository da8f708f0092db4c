public import MotionModel

/// A value is repeated as it was given.
///
/// ```swift
/// var password = ""
/// var passwordAgain: String?      // need not be a column
///
/// Confirmation(\.passwordAgain, of: \.password)
/// ```
///
/// A missing repetition is not checked, so that code that does not ask for it need not give it; with ``Presence`` it has to
/// be there. It reports ``RuleName/confirmation`` for the repetition, with `otherField`.
public struct Confirmation<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes the rule for a repetition that may be missing, and is then not checked.
  ///
  /// - Parameters:
  ///   - repetition: The property with the repeated value; it need not be a column.
  ///   - column: The column that it repeats.
  ///   - caseSensitive: Whether texts that differ in case only are different.
  public init<Value: Equatable & Sendable>(
    _ repetition: any KeyPath<Record, Value?> & Sendable, of column: any KeyPath<Record, Value> & Sendable,
    caseSensitive: Bool = true
  ) {
    self.init(Field(transient: repetition), Field(column, of: "Confirmation")) { record in
      guard let repeated = record[keyPath: repetition] else { return true }
      return Self.areEqual(repeated, record[keyPath: column], caseSensitive)
    }
  }

  /// Makes the rule for a repetition that may be missing, and is then not checked, of a value that may be missing too.
  ///
  /// - Parameters:
  ///   - repetition: The property with the repeated value; it need not be a column.
  ///   - column: The column that it repeats.
  ///   - caseSensitive: Whether texts that differ in case only are different.
  public init<Value: Equatable & Sendable>(
    _ repetition: any KeyPath<Record, Value?> & Sendable, of column: any KeyPath<Record, Value?> & Sendable,
    caseSensitive: Bool = true
  ) {
    self.init(Field(transient: repetition), Field(column, of: "Confirmation")) { record in
      guard let repeated = record[keyPath: repetition] else { return true }
      return record[keyPath: column].map { Self.areEqual(repeated, $0, caseSensitive) } ?? false
    }
  }

  /// Makes the rule for a repetition that is always there and always checked.
  ///
  /// - Parameters:
  ///   - repetition: The property with the repeated value; it need not be a column.
  ///   - column: The column that it repeats.
  ///   - caseSensitive: Whether texts that differ in case only are different.
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
