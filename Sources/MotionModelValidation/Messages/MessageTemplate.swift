/// A message with gaps for what is only known when it is needed.
///
/// ```swift
/// let short: MessageTemplate = "is too short (at least {count} characters)"
/// let exact = MessageTemplate(one: "is too short (at least {count} character)",
///                             other: "is too short (at least {count} characters)")
/// ```
///
/// A gap is the name of a parameter in braces: those of the error's ``ValidationError/parameters``, and `{field}` and
/// `{model}`. What is no parameter stays as it is written. Which form is used depends on the parameter `count`, if there
/// is one.
///
/// A template without `{field}` is put behind the field's name, "Name is too short"; one that names the field is a sentence
/// by itself.
public struct MessageTemplate: Sendable, Hashable, Codable {
  /// The forms for numbers of things; at least ``PluralCategory/other``.
  public let forms: [PluralCategory: String]

  /// Makes a template that is the same for all numbers.
  public init(_ text: String) { forms = [.other: text] }

  /// Makes a template with a form for each number of things that the language tells apart.
  ///
  /// - Parameters:
  ///   - zero: The form for none.
  ///   - one: The form for one.
  ///   - two: The form for two.
  ///   - few: The form for a few.
  ///   - many: The form for many.
  ///   - other: The form for all numbers that have none of their own.
  public init(
    zero: String? = nil, one: String? = nil, two: String? = nil, few: String? = nil, many: String? = nil, other: String
  ) {
    let forms: [PluralCategory: String?] = [
      .zero: zero, .one: one, .two: two, .few: few, .many: many, .other: other,
    ]
    self.forms = forms.compactMapValues { $0 }
  }

  /// The form for a number of things.
  func form(_ category: PluralCategory) -> String { forms[category] ?? forms[.other] ?? "" }

  /// A text with its gaps filled in one pass, so that what is filled in is never taken for a gap.
  static func fill(_ text: String, with value: (Substring) -> String?) -> String {
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
  /// Makes a template that is the same for all numbers.
  public init(stringLiteral value: String) { self.init(value) }
}
