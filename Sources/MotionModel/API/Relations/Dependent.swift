/// What happens to related records when their owner is destroyed.
public enum Dependent: String, Sendable, Hashable, CaseIterable {
  /// Nothing happens: they keep the key of a record that no longer exists, which a required relation does not allow.
  case none
  /// They are destroyed too, with their hooks, and so are the records that depend on them.
  case destroy
  /// They are deleted, with the hooks for deleting; records that depend on them stay.
  case delete
  /// Their key is set to nil.
  case nullify
  /// The owner is not destroyed while related records exist.
  case restrict
}
