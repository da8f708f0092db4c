/// The operation on a record for which a hook runs.
public enum HookOperation: String, Sendable, Hashable, CaseIterable {
  /// The record is saved for the first time.
  case create
  /// A stored record is saved again.
  case update
  /// The record is deleted.
  case delete
  /// The record is deleted with the records that depend on it.
  case destroy
  /// The record is read from a file.
  case load
}

extension HookOperation {
  /// The past participle: `created`, `updated`, …
  var participle: String { rawValue.hasSuffix("e") ? rawValue + "d" : self == .destroy ? "destroyed" : "loaded" }
}
