/// Whether a broken rule prevents saving.
public enum ValidationSeverity: String, Sendable, Hashable, Codable, CaseIterable {
  /// The record is not valid.
  case error
  /// The record is valid, and the warning is listed among its errors.
  case warning
}
