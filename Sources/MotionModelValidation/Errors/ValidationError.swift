public import MotionModel

/// A rule that a record breaks, as data.
///
/// It never holds values of the record, only parameters of the rule: `["count": 5]` for a name of less than five
/// characters. ``ValidationMessages`` turns it into a message.
public struct ValidationError: DescribedError, Hashable, Codable {
  /// Whether a broken rule prevents saving.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The record is not valid.
    case error
    /// The record is valid, and the warning is listed among its errors.
    case warning
  }

  /// The model that has the field: the record's, or a child's if the path leads to a child.
  public let model: String
  /// The path from the record to the field; empty for an error about the record as a whole.
  public let path: [ValidationError.Step]
  /// The rule that is broken.
  public let rule: RuleName
  /// The parameters of the rule, by name.
  public let parameters: [String: AttributeValue]
  /// Whether the error prevents saving.
  public let severity: ValidationError.Severity
  /// A message template of the rule for all languages, if it has one.
  public let message: MessageTemplate?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - model: The model that has the field.
  ///   - path: The path from the record to the field.
  ///   - rule: The rule that is broken.
  ///   - parameters: The parameters of the rule; never values of the record.
  ///   - severity: Whether the error prevents saving.
  ///   - message: A message template for all languages.
  public init(
    model: String, path: [ValidationError.Step], rule: RuleName, parameters: [String: AttributeValue] = [:],
    severity: ValidationError.Severity = .error, message: MessageTemplate? = nil
  ) {
    (self.model, self.path, self.rule) = (model, path, rule)
    (self.parameters, self.severity, self.message) = (parameters, severity, message)
  }

  /// The name of the field; nil for an error about a record as a whole.
  public var field: String? {
    guard case .field(let name) = path.last else { return nil }
    return name
  }

  /// The path as a string such as `todos[2].name`; empty for an error about the record as a whole.
  public var pathString: String { path.text }

  /// Returns the same error with a path from the record's owner.
  package func nested(under steps: [ValidationError.Step]) -> ValidationError { at(steps + path) }

  /// Returns the error with another path.
  package func at(_ path: [ValidationError.Step]) -> ValidationError {
    ValidationError(
      model: model, path: path, rule: rule, parameters: parameters, severity: severity, message: message)
  }

  func with(severity: ValidationError.Severity) -> ValidationError {
    ValidationError(
      model: model, path: path, rule: rule, parameters: parameters, severity: severity, message: message)
  }
}

extension ValidationError {
  /// The path, the rule and its parameters, for logs: `name: tooShort(count: 5)`. Of two limits, it has the one that
  /// was missed.
  public var description: String {
    let limits = parameters["count"] == nil ? [] : ["minimum", "maximum"]
    let shown = parameters.filter { !limits.contains($0.key) }
    let list = shown.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    let place = path.isEmpty ? model : pathString
    return "\(place): \(rule)\(list.isEmpty ? "" : "(\(list))")\(severity == .warning ? " [warning]" : "")"
  }

  /// The full message, a sentence for people.
  public var errorDescription: String? { fullMessage() }
}
