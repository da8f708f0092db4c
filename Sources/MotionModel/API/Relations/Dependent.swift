/// What happens to related records when the record that has them is destroyed.
public enum Dependent: String, Sendable, Hashable, CaseIterable {
  /// Nothing: they keep the key of a record that is no longer there, which a required relation does not allow.
  case none
  /// They are destroyed as well, with their hooks, and what depends on them in turn.
  case destroy
  /// They are deleted, with the hooks for that, and what depends on them stays.
  case delete
  /// Their key is set to nil.
  case nullify
  /// The record is not destroyed while there are any.
  case restrict
}
