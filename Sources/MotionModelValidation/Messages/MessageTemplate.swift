/// A message with placeholders.
///
/// ```swift
/// let short: MessageTemplate = "is too short (at least {count} characters)"
/// let exact = MessageTemplate(one: "is too short (at least {count} character)",
///                             other: "is too short (at least {count} characters)")
/// ```
///
/// A placeholder is a name in braces: one of the error's ``ValidationError/parameters``, `{field}` or `{model}`.
/// Any other name stays as it is written. The parameter `count`, if there is one, decides which plural form is
/// used.
///
/// A template without `{field}` follows the field's name, as in "Name is too short". A template with `{field}` is a
/// whole sentence.
public struct MessageTemplate: Sendable, Hashable, Codable {
  /// The plural forms; at least ``MessageTemplate/PluralCategory/other``.
  public let forms: [MessageTemplate.PluralCategory: String]

  /// Creates a template that is the same for all numbers.
  public init(_ text: String) { forms = [.other: text] }

  /// Creates a template with a form for each plural category of the language.
  ///
  /// - Parameters:
  ///   - zero: The form for zero.
  ///   - one: The form for one.
  ///   - two: The form for two.
  ///   - few: The form for a few.
  ///   - many: The form for many.
  ///   - other: The form for all numbers without a form of their own.
  public init(
    zero: String? = nil, one: String? = nil, two: String? = nil, few: String? = nil, many: String? = nil, other: String
  ) {
    let forms: [MessageTemplate.PluralCategory: String?] = [
      .zero: zero, .one: one, .two: two, .few: few, .many: many, .other: other,
    ]
    self.forms = forms.compactMapValues { $0 }
  }

  /// Returns the form for a plural category.
  func form(_ category: MessageTemplate.PluralCategory) -> String { forms[category] ?? forms[.other] ?? "" }

  /// Replaces the placeholders of a template in one pass, so that an inserted value is never taken for a
  /// placeholder.
  package static func fill(_ text: String, with value: (Substring) -> String?) -> String {
    var (result, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      result += rest[..<open]
      if let text = value(name) {
        result += text
        rest = rest[rest.index(after: close)...]
      } else {
        result += "{"
        rest = rest[rest.index(after: open)...]
      }
    }
    return result + rest
  }
}

extension MessageTemplate: ExpressibleByStringLiteral {
  /// Creates a template that is the same for all numbers.
  public init(stringLiteral value: String) { self.init(value) }
}
