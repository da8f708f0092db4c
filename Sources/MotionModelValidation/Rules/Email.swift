public import MotionModel

/// A text is an email address, of the practical kind.
///
/// ```swift
/// Email(\.email)
/// ```
///
/// - One `@`, and at most 254 bytes in UTF-8.
/// - Before it, 1 to 64 bytes: letters, digits, all characters outside ASCII, the grave accent, `!#$%&'*+/=?^_{|}~-`, and
///   dots that neither begin nor end it nor stand side by side.
/// - Behind it, a host as ``WebAddress`` describes it, of at least two labels; the last has two bytes or more and is not a
///   number.
///
/// Comments, quotes and numbers in brackets, which the standard has, are not accepted: nobody's address has them. Whether
/// mail arrives can only be found out by sending some.
///
/// A missing value counts as an empty text. It reports ``RuleName/email``.
///
/// - Complexity: O(*n*) in the length of the text, and O(1) beyond 254 bytes.
public struct Email<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes the rule for a column of texts.
  public init(_ column: any KeyPath<Record, String> & Sendable) {
    validations = TextForm.rule(.email, column, EmailForm.matches, "Email", format: "email")
  }

  /// Makes the rule for a column of texts that may be missing.
  public init(_ column: any KeyPath<Record, String?> & Sendable) {
    validations = TextForm.rule(.email, column, EmailForm.matches, "Email", format: "email")
  }
}
