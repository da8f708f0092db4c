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

  /// Makes the rule.
  ///
  /// - Parameters:
  ///   - repetition: The property with the repeated value; it need not be a column.
  ///   - column: The column that it repeats.
  ///   - caseSensitive: Whether texts that differ in case only are different.
  public init<Value: Equatable & Sendable>(
    _ repetition: any KeyPath<Record, Value?> & Sendable, of column: any KeyPath<Record, Value> & Sendable,
    caseSensitive: Bool = true
  ) {
    let original = Field<Record>(column, of: "Confirmation")
    let check = Check<Record>(
      .confirmation, [Field(transient: repetition)],
      .record(nil) { record, _ in
        guard let repeated = record[keyPath: repetition] else { return [] }
        if Self.areEqual(repeated, record[keyPath: column], caseSensitive) { return [] }
        return [.broken(nil, ["otherField": .string(original.name)])]
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
