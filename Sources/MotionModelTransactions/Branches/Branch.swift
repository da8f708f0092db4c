import Foundation
public import MotionModel

/// A store that branches off another one, is changed apart from it for as long as needed, and is then merged or
/// dropped.
///
/// ```swift
/// let draft = store.branch()
/// try draft.table(Todo.self).save(&todo)   // nobody else sees it
/// try draft.merge()                        // now everybody does
/// ```
///
/// Everything works in a branch: finders, relations, validation, hooks, transactions, snapshots, branches of the
/// branch. A branch may be kept across `await` and used from any thread. Dropping it costs nothing. See
/// <doc:Branches>.
///
/// A branch is a class because it has identity, as a `Store` has.
public final class Branch: Sendable {
  /// The store that the branch was created from and is merged into.
  public let parent: Store
  /// The store that holds the records of the branch.
  public let store: Store

  /// A snapshot of the parent when the branch was created, last updated or last merged.
  private let point: Locked<Store>
  /// Held while the branch is merged or updated, so that no other thread merges the same changes once more. The
  /// lock is recursive because a handler of the commit may use the branch.
  private let turn = NSRecursiveLock()

  init(of parent: Store, _ store: Store) {
    (self.parent, self.store) = (parent, store)
    point = Locked(store.snapshot())
  }

  /// The table of a model in the branch.
  public func table<Record: Model>(_ model: Record.Type) -> ModelTable<Record> { store.table(model) }

  /// The changes made in the branch since it was created, last updated or last merged.
  ///
  /// - Complexity: That of `Changeset.difference(from:to:)`, which grows with the number of differences.
  public var changes: Changeset { .difference(from: base, to: store) }

  /// A snapshot of the parent when the branch was created, last updated or last merged.
  ///
  /// If the parent would have refused writes to the branch during the last merge, it lacks the parent's other changes
  /// up to then.
  public var base: Store { point.withLock { $0 } }

  // MARK: - Merging

  /// Commits the changes of the branch to the parent, as one commit.
  ///
  /// Changes that others committed to the parent meanwhile stay. Each column has the value of the side that changed
  /// it if both sides changed a record; `policy` resolves conflicts. Records that the branch created get new ids if
  /// the parent has given theirs meanwhile. Keys in the branch that refer to these records are updated; see
  /// ``Branch/Merge/id(of:_:)``.
  ///
  /// A merge is an ordinary commit: unique columns, required parents and commit checks apply to the merged records,
  /// hooks after the commit run, and observers are notified. Hooks around saving and validation ran in the branch
  /// and do not run again.
  ///
  /// Afterwards the branch holds the records of the parent and whatever was written to the branch during the merge. The
  /// branch can be used further. If the parent would refuse writes made meanwhile, such as a second record with the
  /// same value in a unique column, the branch holds only its own records until the next merge or update.
  ///
  /// - Parameters:
  ///   - policy: How conflicts are resolved.
  ///   - metadata: Who makes the commit and why.
  /// - Returns: The changeset committed to the parent, and the new ids.
  /// - Throws: `ChangeConflicts` with the conflicts that the policy leaves, `StoreError` if the parent refuses the
  ///   merged records, or the error of a commit check. Parent and branch are then as they were.
  /// - Complexity: O(*k*) in the number of changes of the branch, whatever the size and the changes of the parent,
  ///   and the cost of ``changes``.
  @discardableResult
  public func merge(_ policy: MergePolicy = .fail, metadata: Changeset.Metadata? = nil) throws -> Merge {
    checkOutside(parent, "merged")
    checkOutside(store, "merged")
    return try turn.withLock { try parent.finishing { try mergeAlone(policy, metadata) } }
  }

  private func mergeAlone(_ policy: MergePolicy, _ metadata: Changeset.Metadata?) throws -> Merge {
    let (own, base) = (store.snapshot(), base)
    let changes = Changeset.difference(from: base, to: own)
    let target = Locked<Store?>(nil)
    let (committed, ids) = try parent.merge(changes, since: base, policy, metadata: metadata) { merged in
      target.withLock { $0 = merged }
    }
    let merged = target.withLock { $0 } ?? parent.snapshot()
    try follow(merged, from: own, ids) { try base.adding(ids.applied(to: changes), since: base) }
    return Merge(changeset: committed, renumbering: ids)
  }

  /// Makes the branch hold the parent's records after a merge, with later writes to the branch.
  ///
  /// The parent has committed already, so this must not fail. If the parent would refuse these writes, the branch stays
  /// without the parent's other changes, and the next merge or update is refused instead.
  ///
  /// - Parameter alone: Returns the records of the branch when it was merged, with their new ids.
  private func follow(
    _ merged: Store, from own: Store, _ ids: Renumbering, without alone: () throws -> Store
  ) throws {
    var held = merged
    try store.advance { now in
      let late = Changeset.difference(from: own, to: now)
      if late.isEmpty { return (merged, ids) }
      let changes = ids.applied(to: late)
      if let target = try? merged.adding(changes, since: own) { return (target, ids) }
      held = try alone()
      return (try held.adding(changes, since: own), ids)
    }
    point.withLock { $0 = held }
  }

  // MARK: - Updating

  /// Brings the changes that others committed to the parent into the branch, as one commit of the branch.
  ///
  /// An update is a merge in the other direction. It reapplies the changes of the branch to the current records of
  /// the parent, by the same rules, and gives new ids in the same cases.
  ///
  /// - Parameter policy: How conflicts are resolved; *ours* are the changes of the branch.
  /// - Returns: The changes of the branch relative to the updated parent, and the new ids.
  /// - Throws: What ``merge(_:metadata:)`` throws. The branch is then as it was.
  @discardableResult
  public func update(_ policy: MergePolicy = .fail) throws -> Merge {
    checkOutside(parent, "updated")
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

extension Store {
  /// Returns a snapshot of this store with changes that were made elsewhere, of which each counts.
  fileprivate func adding(_ changes: Changeset, since base: Store) throws -> Store {
    let scratch = scratch()
    _ = try scratch.merge(changes, since: base, .ours)
    return scratch.snapshot()
  }
}
