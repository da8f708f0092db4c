public import MotionModel

/// A language for errors: templates for messages, names of fields, and how sentences and numbers are made.
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
/// todo.errors.fullMessages(in: .german)
/// ValidationMessages.default = .german
/// ```
///
/// A template is looked up by model, field and rule (`Todo.name.blank`), then by field and rule (`name.blank`), then by the
/// rule (`blank`), and where a language has none, it is that of ``english``.
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
  /// The templates, by rule, or by field and rule, or by model, field and rule.
  public var templates: [String: MessageTemplate]
  /// What fields are called, by field, or by model and field (`Todo.dueDate`); others are named by the inflector in use.
  public var fields: [String: String]
  /// Which form of a template a number takes.
  public var plural: @Sendable (Int) -> PluralCategory
  /// How a field's name and its message are put together.
  public var sentence: MessageTemplate
  /// How a parameter is written; numbers are the ones that languages write differently.
  public var text: @Sendable (AttributeValue) -> String

  /// Makes a language.
  ///
  /// - Parameters:
  ///   - templates: The templates, by rule and, if wanted, field and model.
  ///   - fields: What fields are called.
  ///   - plural: Which form of a template a number takes; `one` for 1 and `other` for all others unless it is given.
  ///   - sentence: How a field's name, `{field}`, and its message, `{message}`, are put together.
  ///   - text: How a parameter is written.
  public init(
    templates: [String: MessageTemplate], fields: [String: String] = [:],
    plural: @escaping @Sendable (Int) -> PluralCategory = { $0 == 1 ? .one : .other },
    sentence: MessageTemplate = "{field} {message}",
    text: @escaping @Sendable (AttributeValue) -> String = { $0.description }
  ) {
    (self.templates, self.fields, self.plural) = (templates, fields, plural)
    (self.sentence, self.text) = (sentence, text)
  }

  /// The same language with templates and names of fields added; they win over those that are there.
  public func adding(
    templates: [String: MessageTemplate] = [:], fields: [String: String] = [:]
  ) -> ValidationMessages {
    var copy = self
    copy.templates.merge(templates) { $1 }
    copy.fields.merge(fields) { $1 }
    return copy
  }
}
