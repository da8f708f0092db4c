/// The faults of the library that are known and not mended yet: what the world leaves out or does not look at.
///
/// The list is to become empty. To look for a fault again, take it from ``current``.
package enum KnownFault: String, CaseIterable, Sendable {
  /// Ids come again after a rollback, a throw and a preview.
  case idsComeAgain
  /// Creating with a taken id replaces the record.
  case creatingReplaces
  /// Counters differ from the number of children after merges, undo and loading.
  case countersDrift
  /// The order of records is lost in updates of branches, their undo and replicas.
  case orderOfBranches
  /// Undo is refused, or leaves other versions, on models with a version.
  case undoOfVersions
  /// Changes that `==` does not see are not saved.
  case equalButDifferent
  /// `Uniqueness` does not hold in bulk.
  case uniquenessInBulk
  /// A commit without changes counts.
  case emptyCommits
  /// A file does not name models that had no records.
  case filesLackModels
  /// `difference` of equal stores says "updated".
  case differenceOfEqual
  /// A hook's change of an id, a stale destroy.
  case staleDestroy
  /// A record that becomes its own parent is given back with the counter and the version that it had before it was counted.
  case ownParent
  /// The counter of a parent that changes touches the parent of that.
  case touchOfGrandparents
  /// Files and changesets do not keep documents with a negative zero, and property lists do not keep normal forms.
  case filesOfNastyValues
  /// A `StoreHistory` traps at a state that a unique index of later forbids.
  case historyBeforeUniqueIndex
  /// A `StoreHistory` counts merges that bring nothing but ids that were taken back.
  case historyOfEmptyMerges

  package static let current: Set<KnownFault> = []

  /// Whether the library has the fault.
  var isPresent: Bool { Self.current.contains(self) }
}
