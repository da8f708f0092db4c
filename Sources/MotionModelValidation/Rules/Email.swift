public import MotionModel

/// A rule that a string is an email address of the usual form.
///
/// ```swift
/// Email(\.email)
/// ```
///
/// - One `@`, and at most 254 bytes in UTF-8.
/// - Before the `@`, 1 to 64 bytes: letters, digits, all characters outside ASCII, the grave accent,
///   `!#$%&'*+/=?^_{|}~-`, and dots that are neither first nor last nor side by side.
/// - After the `@`, a host as in ``WebAddress``, with at least two labels; the last has two bytes or more and is
///   not a number.
///
/// Comments, quotes and numbers in brackets, which the standard allows, are not accepted, because nobody's address
/// has them. Only sending mail shows whether it arrives.
///
/// A missing value counts as an empty string. It reports ``RuleName/email``.
///
/// - Complexity: O(*n*) in the length of the string, and O(1) beyond 254 bytes.
public struct Email<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule for a column of strings.
  public init<Value: TextValue>(_ column: any KeyPath<Record, Value> & Sendable) {
    rules = StringForm.rule(.email, column, EmailForm.matches, "Email", format: "email")
  }
}
