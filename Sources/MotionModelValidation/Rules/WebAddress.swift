public import MotionModel

/// A text is the address of something on the web, of the practical kind.
///
/// ```swift
/// WebAddress(\.homepage)
/// WebAddress(\.endpoint, schemes: ["https", "wss"])
/// ```
///
/// - A scheme of those asked for, in any case, and `://`; at most 2,048 bytes in all, in UTF-8.
/// - A host: labels with dots between them, 253 bytes at most, each of 1 to 63 bytes: letters, digits, characters outside
///   ASCII, and hyphens that neither begin nor end it. Or four numbers up to 255 with dots between them. Or hexadecimal
///   digits with two to seven colons, and perhaps dots, in brackets.
/// - Perhaps a colon and a port from 1 to 65535.
/// - Perhaps a path, a query and a fragment, each begun by its sign, of whatever is no white space of ASCII, no control
///   character, no grave accent and none of `"<>\^{|}`, with `%` only before two hexadecimal digits.
///
/// There is no user name in it: that is how people are led astray.
///
/// A missing value counts as an empty text. It reports ``RuleName/url``.
///
/// - Complexity: O(*n*) in the length of the text, and O(1) beyond 2,048 bytes.
public struct WebAddress<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes the rule for a column of texts.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - schemes: The schemes that are accepted.
  public init(_ column: any KeyPath<Record, String> & Sendable, schemes: [String] = ["http", "https"]) {
    let form = WebAddressForm(schemes: schemes, Record.self)
    validations = TextForm.rule(.url, column, { form.matches($0) }, "WebAddress", format: "uri")
  }

  /// Makes the rule for a column of texts that may be missing.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - schemes: The schemes that are accepted.
  public init(_ column: any KeyPath<Record, String?> & Sendable, schemes: [String] = ["http", "https"]) {
    let form = WebAddressForm(schemes: schemes, Record.self)
    validations = TextForm.rule(.url, column, { form.matches($0) }, "WebAddress", format: "uri")
  }
}
