import MotionModel

extension ValidationMessages {
  /// Returns the message of an error, without the field's name unless its template contains it.
  func message(_ error: ValidationError) -> String {
    let template = ownTemplate(for: error)
    let category = error.count.map(plural) ?? .other
    let text = MessageTemplate.fill((template ?? invalid).form(category)) { name in
      switch name {
      case "field": fieldName(error)
      case "model": modelName(error)
      default: parameter(String(name), of: error)
      }
    }
    return template == nil ? "\(text) (\(words(of: error.rule)))" : text
  }

  /// Returns the name of a rule as words, which stand for a message where the program has none for its rule.
  private func words(of rule: RuleName) -> String {
    Inflector.current.underscore(rule.rawValue).replacing("_", with: " ")
  }

  /// Returns the message of an error with the field's name, and with the path to the child if it is a child's
  /// error.
  func fullMessage(_ error: ValidationError) -> String {
    let way = error.field == nil ? error.path[...] : error.path.dropLast()
    return way.isEmpty ? sentence(error) : "\(text(way)): \(sentence(error))"
  }

  /// Formats the steps to a child for people, who count from 1: `Todos 3`.
  private func text(_ way: ArraySlice<ValidationError.Step>) -> String {
    way.reduce("") { text, step in
      switch step {
      case .field(let name): text + (text.isEmpty ? "" : ", ") + (fields[name] ?? Inflector.current.humanize(name))
      case .index(let index): "\(text) \(index + 1)"
      }
    }
  }

  private func sentence(_ error: ValidationError) -> String {
    let message = message(error)
    if error.field == nil || (ownTemplate(for: error) ?? invalid).namesField { return message }
    return MessageTemplate.fill(sentence.form(.other)) { name in
      switch name {
      case "field": fieldName(error)
      case "message": message
      default: nil
      }
    }
  }

  /// Returns the name of a field for messages.
  package func name(of field: String, in model: String) -> String {
    fields["\(model).\(field)"] ?? fields[field] ?? Inflector.current.humanize(field)
  }

  /// The template of rules that have none of their own.
  private var invalid: MessageTemplate { templates["invalid"] ?? "is invalid" }

  private func ownTemplate(for error: ValidationError) -> MessageTemplate? {
    if let message = error.message { return message }
    let rule = error.rule.rawValue
    let keys = error.field.map { ["\(error.model).\($0).\(rule)", "\($0).\(rule)"] } ?? ["\(error.model).\(rule)"]
    let templates = (keys + [rule]).lazy.compactMap { self.templates[$0] }
    return templates.first ?? Self.english.templates[rule]
  }

  /// Returns the name of the error's field, without the path to a child.
  private func fieldName(_ error: ValidationError) -> String {
    guard let field = error.field else { return modelName(error) }
    return name(of: field, in: error.model)
  }

  private func modelName(_ error: ValidationError) -> String {
    fields[error.model] ?? Inflector.current.humanize(error.model)
  }

  private func parameter(_ name: String, of error: ValidationError) -> String? {
    switch error.parameters[name] {
    case .array(let values)?: return values.map(text).joined(separator: ", ")
    case let value?: return text(value)
    case nil: break
    }
    // The operand of a comparison may be another field, whose name for messages is used then.
    guard name == "other", case .string(let field)? = error.parameters["otherField"] else { return nil }
    return self.name(of: field, in: error.model)
  }
}

extension MessageTemplate {
  fileprivate var namesField: Bool { forms.values.contains { $0.contains("{field}") } }
}

extension ValidationError {
  /// The number that decides the plural form of the message.
  fileprivate var count: Int? {
    guard case .int(let count)? = parameters["count"] else { return nil }
    return Int(clamping: count)
  }
}

extension ValidationErrors {
  /// The messages as sentences with the fields' names, in the current language.
  public var fullMessages: [String] { map(ValidationMessages.current.fullMessage) }

  /// The messages without the fields' names, for display beside a field of a form, in the current language.
  public var messages: [String] { map(ValidationMessages.current.message) }
}

extension ValidationError {
  /// Returns the message as a sentence with the field's name.
  public func fullMessage(in language: ValidationMessages = .current) -> String { language.fullMessage(self) }

  /// Returns the message without the field's name.
  public func message(in language: ValidationMessages = .current) -> String { language.message(self) }
}
