/// What loading does with the records that a store has already.
///
/// ```swift
/// try store.load(from: .file(backup), models: [Todo.self], policy: .merge(onConflict: .theirs))
/// ```
public enum LoadPolicy: Sendable {
  /// The records of the models in the file become those of the file: others are deleted.
  case replace
  /// Records that the store does not have are inserted; all others stay.
  ///
  /// A record that differs from the stored one with its id is a conflict in the columns that differ. In the policy,
  /// *ours* is the record of the file, and *theirs* that of the store. ``MergePolicy/fail`` loads nothing then.
  case merge(onConflict: MergePolicy)
  /// All records of the file are inserted beside those of the store.
  ///
  /// A record whose number the store has given to another one gets a new id, and the keys of relations between the
  /// loaded records follow. Ids that are not numbers are kept, and one that is taken refuses the file. Ids in other
  /// columns, and inside documents, are not changed.
  case append
}
