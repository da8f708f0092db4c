/// What is done to a record while a hook runs.
public enum HookOperation: String, Sendable, Hashable, CaseIterable {
  /// It is saved for the first time.
  case create
  /// It was saved before, and is saved again.
  case update
  /// It is deleted.
  case delete
  /// It is deleted with what depends on it.
  case destroy
  /// It is read from a file.
  case load
}

extension HookOperation {
  /// `created`, `updated`, …
  var participle: String { rawValue.hasSuffix("e") ? rawValue + "d" : self == .destroy ? "destroyed" : "loaded" }
}
