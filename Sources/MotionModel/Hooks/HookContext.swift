/// What is going on while a hook or a check runs.
public struct HookContext<Record: Model>: Sendable {
  /// What is done to the record.
  public let operation: HookOperation
  /// The store in which it is done.
  public let store: Store
  /// The record as it was stored before; nil when it is new.
  public let stored: Record?
}

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
}
