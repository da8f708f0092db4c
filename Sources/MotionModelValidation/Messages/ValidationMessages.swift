public import MotionModel

/// A language for errors: message templates, field names, and how sentences and numbers are formatted.
///
/// ```swift
/// extension ValidationMessages {
///   static let german = ValidationMessages(
///     templates: [
///       "blank": "muss ausgefüllt werden",
///       "tooShort": MessageTemplate(
///         one: "ist zu kurz (mindestens {count} Zeichen)", other: "ist zu kurz (mindestens {count} Zeichen)"),
///       "Todo.name.blank": "Wie soll die Aufgabe heißen?",
///     ],
///     fields: ["name": "Name", "dueDate": "Fälligkeit"])
/// }
///
/// todo.errors.map { $0.fullMessage(in: .german) }
/// ValidationMessages.default = .german
/// ```
///
/// A template is looked up by model, field and rule (`Todo.name.blank`), then by field and rule (`name.blank`),
/// then by rule (`blank`), and then in ``english``.
///
/// ## Topics
/// ### Making
/// - ``init(templates:fields:plural:sentence:text:)``
/// - ``english``
/// - ``adding(templates:fields:)``
/// ### The language in use
/// - ``default``
/// - ``current``
/// - ``with(_:_:)-(ValidationMessages,_)``
public struct ValidationMessages: Sendable {
  /// The templates, by rule, by field and rule, or by model, field and rule.
  public var templates: [String: MessageTemplate]
  /// The names of fields, by field, or by model and field (`Todo.dueDate`). The current inflector names all other
  /// fields.
  public var fields: [String: String]
  /// Returns the plural category of a number.
  public var plural: @Sendable (Int) -> MessageTemplate.PluralCategory
  /// The template that combines a field's name and its message.
  public var sentence: MessageTemplate
  /// Formats a parameter; languages differ in how they write numbers.
  public var text: @Sendable (AttributeValue) -> String

  /// Creates a language.
  ///
  /// - Parameters:
  ///   - templates: The templates, by rule and, if wanted, by field and model.
  ///   - fields: The names of fields.
  ///   - plural: Returns the plural category of a number: `one` for 1 and `other` for all others by default.
  ///   - sentence: The template that combines a field's name, `{field}`, and its message, `{message}`.
  ///   - text: Formats a parameter.
  public init(
    templates: [String: MessageTemplate], fields: [String: String] = [:],
    plural: @escaping @Sendable (Int) -> MessageTemplate.PluralCategory = { $0 == 1 ? .one : .other },
    sentence: MessageTemplate = "{field} {message}",
    text: @escaping @Sendable (AttributeValue) -> String = { $0.description }
  ) {
    (self.templates, self.fields, self.plural) = (templates, fields, plural)
    (self.sentence, self.text) = (sentence, text)
  }

  /// Returns the same language with templates and field names added; they replace existing ones.
  public func adding(
    templates: [String: MessageTemplate] = [:], fields: [String: String] = [:]
  ) -> ValidationMessages {
    var copy = self
    copy.templates.merge(templates) { $1 }
    copy.fields.merge(fields) { $1 }
    return copy
  }
}
