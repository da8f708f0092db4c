import Foundation
public import MotionModel

/// A store of its own that began as another one, to be changed for as long as anybody wants and then merged or dropped.
///
/// ```swift
/// let draft = store.branch()
/// try draft.table(Todo.self).save(&todo)   // nobody else sees it
/// try draft.merge()                        // now everybody does
/// ```
///
/// Everything works in it: finders, relations, validation, hooks, transactions, snapshots, branches of it. It may be kept across
/// `await` and used from any thread. Dropping it costs nothing. See <doc:Branches>.
///
/// It is a class because it stands for a place, as a `Store` does.
public final class Branch: Sendable {
  /// The store that it branched off and that it is merged into.
  public let parent: Store
  /// The store of the branch.
  public let store: Store

  /// What the parent was when the branch was made, updated or merged.
  private let point: Locked<Store>
  /// Held while the branch is merged or updated: what is merged must not be merged once more by another thread. It is recursive, because
  /// a handler of the commit may use the branch.
  private let turn = NSRecursiveLock()

  init(of parent: Store, _ store: Store) {
    (self.parent, self.store) = (parent, store)
    point = Locked(store.snapshot())
  }

  /// The records of a model in the branch.
  public func table<Record: Model>(_ model: Record.Type) -> Table<Record> { store.table(model) }

  /// What was changed in the branch since it was made, updated or merged.
  ///
  /// - Complexity: It follows what differs, as `Changeset.difference(from:to:)` does.
  public var changes: Changeset { .difference(from: base, to: store) }

  /// The parent as it was when the branch was made, updated or merged: a snapshot.
  public var base: Store { point.withLock { $0 } }

  // MARK: - Merging

  /// Makes the changes of the branch in the parent, as one commit.
  ///
  /// What others changed in the parent meanwhile stays. Where both changed a record, each column has the value of the one that
  /// changed it; `policy` says what becomes of conflicts. Records that the branch created with ids that the parent gave meanwhile
  /// get fresh ones, and keys in the branch that name them follow; see ``Merge/id(of:_:)``.
  ///
  /// The commit is one like any other: unique columns, required parents and commit checks are asked about what was merged, hooks
  /// after the commit run, and it is told. Hooks around saving and validation ran in the branch and do not run again.
  ///
  /// Afterwards the branch holds what the parent holds, with what was written to the branch while it was merged, and can be used
  /// further.
  ///
  /// - Parameter policy: What is done about conflicts.
  /// - Returns: What was committed in the parent.
  /// - Throws: `ChangeConflicts` with the conflicts that the policy leaves, `StoreError` when the merged records must not be, or
  ///   whatever a commit check throws. Parent and branch are then as they were.
  /// - Complexity: O(*k*) in the number of changes of the branch, whatever the parent has and changed, besides ``changes``.
  @discardableResult
  public func merge(_ policy: MergePolicy = .fail) throws -> Merge {
    checkOutside(parent, "merged")
    checkOutside(store, "merged")
    return try turn.withLock { try mergeAlone(policy) }
  }

  private func mergeAlone(_ policy: MergePolicy) throws -> Merge {
    let (own, base) = (store.snapshot(), base)
    let changes = Changeset.difference(from: base, to: own)
    let target = Locked<Store?>(nil)
    let (committed, ids) = try parent.merge(changes, since: base, policy) { merged in target.withLock { $0 = merged } }
    let merged = target.withLock { $0 } ?? parent.snapshot()
    try follow(merged, from: own, ids)
    return Merge(changeset: committed, renumbering: ids)
  }

  /// Has the branch hold what the parent held after a merge, with what was written to the branch since.
  private func follow(_ merged: Store, from own: Store, _ ids: Renumbering) throws {
    try store.advance { now in
      let late = Changeset.difference(from: own, to: now)
      if late.isEmpty { return (merged, ids) }
      let scratch = merged.scratch()
      _ = try scratch.merge(ids.applied(to: late), since: own, .ours)
      return (scratch.snapshot(), ids)
    }
    point.withLock { $0 = merged }
  }

  // MARK: - Updating

  /// Brings what was changed in the parent meanwhile into the branch, as one commit of the branch.
  ///
  /// It is a merge in the other direction: the changes of the branch are made anew on top of the parent as it is now, with the same
  /// rules, and the same fresh ids.
  ///
  /// - Parameter policy: What is done about conflicts; *ours* are the changes of the branch.
  /// - Returns: The new ids.
  /// - Throws: What ``merge(_:)`` throws. The branch is then as it was.
  @discardableResult
  public func update(_ policy: MergePolicy = .fail) throws -> Merge {
    checkOutside(store, "updated")
    return try turn.withLock { try updateAlone(policy) }
  }

  private func updateAlone(_ policy: MergePolicy) throws -> Merge {
    let (parent, base) = (parent.snapshot(), base)
    let result = Locked(Merge(changeset: Changeset.difference(from: base, to: base), renumbering: Renumbering()))
    try store.advance { now in
      let scratch = parent.scratch()
      let (changeset, ids) = try scratch.merge(.difference(from: base, to: now), since: base, policy)
      result.withLock { $0 = Merge(changeset: changeset, renumbering: ids) }
      return (scratch.snapshot(), ids)
    }
    point.withLock { $0 = parent }
    return result.withLock { $0 }
  }

  private func checkOutside(_ store: Store, _ participle: String) {
    if !store.isInTransaction { return }
    let which = store === parent ? "of the store that it branched off" : "of its own"
    fatalError("A branch cannot be \(participle) inside a transaction \(which), which may be undone: end that first.")
  }
}
