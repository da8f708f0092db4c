public import MotionModel

/// A text is a telephone number, as people write it.
///
/// ```swift
/// Phone(\.phone)
/// Phone(\.phone, international: true)   // with + and a country's code
/// ```
///
/// Perhaps a plus, then 3 to 15 digits; 7 to 15 with the plus, behind which no 0 comes first. Between digits there may be one
/// space, hyphen, dot or slash, or a pair of parentheses around some of them with a space at each side; perhaps, at the end,
/// an extension: `x` or `ext.` and 1 to 6 digits. In all, at most 40 bytes.
///
/// A missing value counts as an empty text. It reports ``RuleName/phone``.
///
/// - Complexity: O(*n*) in the length of the text, and O(1) beyond 40 bytes.
public struct Phone<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes the rule for a column of texts.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - international: Whether the number has to begin with a plus.
  public init(_ column: any KeyPath<Record, String> & Sendable, international: Bool = false) {
    validations = TextForm.rule(.phone, column, { PhoneForm.matches($0, international) }, "Phone", format: nil)
  }

  /// Makes the rule for a column of texts that may be missing.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - international: Whether the number has to begin with a plus.
  public init(_ column: any KeyPath<Record, String?> & Sendable, international: Bool = false) {
    validations = TextForm.rule(.phone, column, { PhoneForm.matches($0, international) }, "Phone", format: nil)
  }
}
