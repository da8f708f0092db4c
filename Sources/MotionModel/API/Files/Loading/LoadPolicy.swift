/// What loading does with the records that a store has already.
///
/// ```swift
/// try store.load(from: backup, models: [Todo.self], policy: .merge(onConflict: .theirs))
/// ```
public enum LoadPolicy: Sendable {
  /// The records of the models in the file become those of the file: others are deleted.
  case replace
  /// Records that the store does not have are inserted; all others stay.
  ///
  /// If a record differs from the stored record with the same id, the differing columns are conflicts. In the policy,
  /// *ours* is the record of the file, and *theirs* the record of the store. ``MergePolicy/fail`` loads nothing then.
  case merge(onConflict: MergePolicy)
  /// All records of the file are inserted beside those of the store.
  ///
  /// A record whose number the store has given to another one gets a new id, and the keys of relations between the
  /// loaded records follow. Ids that are not numbers are kept; if an id is taken, the file is refused. Ids in other
  /// columns, and inside documents, are not changed.
  case append

  var isReplacing: Bool { if case .replace = self { true } else { false } }
}
