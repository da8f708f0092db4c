public import MotionModel

/// A rule that a string is a web address of the usual form.
///
/// ```swift
/// WebAddress(\.homepage)
/// WebAddress(\.endpoint, schemes: ["https", "wss"])
/// ```
///
/// - One of the accepted schemes, in any case, and `://`. The whole address has at most 2,048 bytes in UTF-8.
/// - A host, in one of three forms. A name of labels with dots between them, of at most 253 bytes; each label has 1
///   to 63 bytes: letters, digits, characters outside ASCII, and hyphens that are neither first nor last. Or four
///   numbers up to 255 with dots between them. Or, in brackets, hexadecimal digits with two to seven colons, and
///   dots if needed.
/// - Optionally a colon and a port from 1 to 65535.
/// - Optionally a path, a query and a fragment, each after its separator. They contain no ASCII white space,
///   control character or grave accent, none of `"<>\^{|}`, and `%` only before two hexadecimal digits.
///
/// A user name is not accepted, because such addresses are used to mislead people.
///
/// A missing value counts as an empty string. It reports ``RuleName/url``.
///
/// - Complexity: O(*n*) in the length of the string, and O(1) beyond 2,048 bytes.
public struct WebAddress<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule for a column of strings.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - schemes: The schemes that are accepted.
  public init<Value: TextValue>(_ column: any KeyPath<Record, Value> & Sendable, schemes: [String] = ["http", "https"])
  {
    let form = WebAddressForm(schemes: schemes, Record.self)
    rules = StringForm.rule(.url, column, { form.matches($0) }, "WebAddress", format: "uri")
  }
}
