import MotionModel

extension ValidationMessages {
  /// The message of an error, without the field's name unless its template has it.
  func message(_ error: ValidationError) -> String {
    let template = template(for: error)
    let category = error.count.map(plural) ?? .other
    return MessageTemplate.fill(template.form(category)) { name in
      switch name {
      case "field": fieldName(error)
      case "model": modelName(error)
      default: parameter(String(name), of: error)
      }
    }
  }

  /// The message of an error with the field's name, and for one of a child with the way to it.
  func fullMessage(_ error: ValidationError) -> String {
    let way = error.field == nil ? error.path[...] : error.path.dropLast()
    return way.isEmpty ? sentence(error) : "\(text(way)): \(sentence(error))"
  }

  /// The steps to a child as a person counts them: `Todos 3`.
  private func text(_ way: ArraySlice<ValidationStep>) -> String {
    way.reduce("") { text, step in
      switch step {
      case .field(let name): text + (text.isEmpty ? "" : ", ") + (fields[name] ?? Inflector.current.humanize(name))
      case .index(let index): "\(text) \(index + 1)"
      }
    }
  }

  private func sentence(_ error: ValidationError) -> String {
    let message = message(error)
    if error.field == nil || template(for: error).namesField { return message }
    return MessageTemplate.fill(sentence.form(.other)) { name in
      switch name {
      case "field": fieldName(error)
      case "message": message
      default: nil
      }
    }
  }

  /// What a field is called.
  func name(of field: String, in model: String) -> String {
    fields["\(model).\(field)"] ?? fields[field] ?? Inflector.current.humanize(field)
  }

  private func template(for error: ValidationError) -> MessageTemplate {
    if let message = error.message { return message }
    let rule = error.rule.rawValue
    let keys = error.field.map { ["\(error.model).\($0).\(rule)", "\($0).\(rule)"] } ?? ["\(error.model).\(rule)"]
    let templates = (keys + [rule]).lazy.compactMap { self.templates[$0] }
    return templates.first ?? Self.english.templates[rule] ?? self.templates["invalid"] ?? "is invalid"
  }

  /// What the error's field is called; the fields on the way to a child's come before it.
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
    // What a value is compared with may be another field, which is named as it is called.
    guard name == "other", case .string(let field)? = error.parameters["otherField"] else { return nil }
    return self.name(of: field, in: error.model)
  }
}

extension MessageTemplate {
  fileprivate var namesField: Bool { forms.values.contains { $0.contains("{field}") } }
}

extension ValidationError {
  /// The number that decides the form of the message.
  fileprivate var count: Int? {
    guard case .int(let count)? = parameters["count"] else { return nil }
    return Int(count)
  }
}

extension ValidationErrors {
  /// What is wrong, in sentences with the fields' names, in the language in use.
  public var fullMessages: [String] { fullMessages(in: .current) }

  /// What is wrong, in sentences with the fields' names.
  public func fullMessages(in language: ValidationMessages) -> [String] { map(language.fullMessage) }

  /// What is wrong, without the fields' names, as it stands beside a field of a form, in the language in use.
  public var messages: [String] { messages(in: .current) }

  /// What is wrong, without the fields' names, as it stands beside a field of a form.
  public func messages(in language: ValidationMessages) -> [String] { map(language.message) }
}

extension ValidationError {
  /// What is wrong, in a sentence with the field's name.
  public func fullMessage(in language: ValidationMessages = .current) -> String { language.fullMessage(self) }

  /// What is wrong, without the field's name.
  public func message(in language: ValidationMessages = .current) -> String { language.message(self) }
}
