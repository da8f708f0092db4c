public import MotionModel

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
public struct Confirmation<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule. An optional repetition is not checked if it is missing.
  ///
  /// - Parameters:
  ///   - repetition: The property with the repeated value; it need not be a column.
  ///   - column: The column that the property repeats.
  ///   - caseSensitive: Whether strings that differ only in case are different.
  public init<Repetition: ColumnValue, Value: ColumnValue>(
    _ repetition: any KeyPath<Record, Repetition> & Sendable, of column: any KeyPath<Record, Value> & Sendable,
    caseSensitive: Bool = true
  ) where Repetition.Unwrapped == Value.Unwrapped {
    let original = Field<Record>(column, of: "Confirmation").name
    let check = Check<Record>(
      .confirmation, [Field(transient: repetition)],
      .record(nil) { record, _ in
        guard let repeated = record[keyPath: repetition].unwrapped else { return [] }
        let value = record[keyPath: column].unwrapped
        if let value, Self.areEqual(repeated, value, caseSensitive) { return [] }
        return [.broken(nil, ["otherField": .string(original)])]
      })
    rules = Validations([check])
  }

  private static func areEqual<Value: Equatable>(_ first: Value, _ second: Value, _ caseSensitive: Bool) -> Bool {
    if !caseSensitive, let first = first as? String, let second = second as? String {
      return first.lowercased() == second.lowercased()
    }
    return first == second
  }
}
