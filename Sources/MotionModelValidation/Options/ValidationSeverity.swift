/// Whether a broken rule stops a record from being saved.
public enum ValidationSeverity: String, Sendable, Hashable, Codable, CaseIterable {
  /// The record is not valid.
  case error
  /// The record is valid, and its user is told.
  case warning
}
