public import MotionModel

/// A rule that a string is a telephone number, as people write it.
///
/// ```swift
/// Phone(\.phone)
/// Phone(\.phone, international: true)   // with + and a country's code
/// ```
///
/// A number has 3 to 15 digits, or a plus and 7 to 15 digits of which the first is not 0. Two digits may be
/// separated by one space, hyphen, dot or slash. Parentheses may enclose some of the digits, with or without a
/// space on each side. An extension may follow: `x`, `ext` or `ext.`, and 1 to 6 digits. The whole string has at
/// most 40 bytes.
///
/// A missing value counts as an empty string. It reports ``RuleName/phone``.
///
/// - Complexity: O(*n*) in the length of the string, and O(1) beyond 40 bytes.
public struct Phone<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule for a column of strings.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - international: Whether the number has to begin with a plus.
  public init<Value: TextValue>(_ column: any KeyPath<Record, Value> & Sendable, international: Bool = false) {
    rules = StringForm.rule(.phone, column, { PhoneForm.matches($0, international) }, "Phone", format: nil)
  }
}
