public import MotionModel

/// A text is an email address, of the practical kind.
///
/// ```swift
/// Email(\.email)
/// ```
///
/// One `@`. Before it 1 to 64 bytes: letters and digits of any script and ``!#$%&'*+/=?^_`{|}~-``, and dots that neither
/// begin nor end it nor stand side by side. Behind it a host name of at least two labels, the last of which is not a number:
/// see ``WebAddress``. In all, at most 254 bytes. Comments, quotes and addresses of numbers, which the standard has, are not
/// accepted: nobody's address has them. Whether mail arrives can only be found out by sending some.
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

/// A text is the address of something on the web, of the practical kind.
///
/// ```swift
/// WebAddress(\.homepage)
/// WebAddress(\.endpoint, schemes: ["https", "wss"])
/// ```
///
/// A scheme of those asked for, in any case, and `://`. A host: labels of letters, digits (of any script) and inner hyphens,
/// of 1 to 63 bytes, with dots between them, 253 bytes at most; or four numbers up to 255 with dots between them; or hexadecimal
/// digits, colons and dots in brackets. Perhaps a colon and a port from 1 to 65535. Perhaps a path, a query and a fragment,
/// each begun by its sign, of whatever is neither white space, nor a control character, nor one of ``"<>\^`{|}``, with `%`
/// only before two hexadecimal digits. No user name: it is how people are led astray. In all, at most 2,048 bytes.
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
