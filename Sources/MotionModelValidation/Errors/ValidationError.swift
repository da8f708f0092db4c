public import MotionModel

/// A rule that a record breaks, as data.
///
/// It never holds the record's values, only what the rule is about: `["count": 5]` for a name of less than five
/// characters. Words are made of it by ``ValidationMessages``.
public struct ValidationError: Error, Sendable, Hashable, Codable {
  /// The model of the record that has the field; of a child's, when the path leads to a child.
  public let model: String
  /// The way from the record to the field; empty for an error about the record as a whole.
  public let path: [ValidationStep]
  /// The rule that is broken.
  public let rule: RuleName
  /// What the rule is about, by name.
  public let parameters: [String: AttributeValue]
  /// Whether it stops the record from being saved.
  public let severity: ValidationSeverity
  /// The words that the rule has in every language, if it has any.
  public let message: MessageTemplate?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - model: The model that has the field.
  ///   - path: The way from the record to the field.
  ///   - rule: The rule that is broken.
  ///   - parameters: What the rule is about; never values of the record.
  ///   - severity: Whether it stops the record from being saved.
  ///   - message: Words for every language.
  public init(
    model: String, path: [ValidationStep], rule: RuleName, parameters: [String: AttributeValue] = [:],
    severity: ValidationSeverity = .error, message: MessageTemplate? = nil
  ) {
    (self.model, self.path, self.rule) = (model, path, rule)
    (self.parameters, self.severity, self.message) = (parameters, severity, message)
  }

  /// The name of the field; nil for an error about a record as a whole.
  public var field: String? {
    guard case .field(let name) = path.last else { return nil }
    return name
  }

  /// The path as one would write it: `todos[2].name`; empty for an error about the record as a whole.
  public var pathText: String { path.text }

  /// The same error seen from a record that has this one as a child.
  func nested(under steps: [ValidationStep]) -> ValidationError {
    ValidationError(
      model: model, path: steps + path, rule: rule, parameters: parameters, severity: severity, message: message)
  }

  func with(severity: ValidationSeverity) -> ValidationError {
    ValidationError(
      model: model, path: path, rule: rule, parameters: parameters, severity: severity, message: message)
  }
}

extension ValidationError: CustomStringConvertible {
  /// The path, the rule and its parameters, for logs: `name: tooShort(count: 5)`.
  public var description: String {
    let list = parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    let place = path.isEmpty ? model : pathText
    return "\(place): \(rule)\(list.isEmpty ? "" : "(\(list))")\(severity == .warning ? " [warning]" : "")"
  }
}
