import Synchronization

/// Adds writes of a module to the transactions of a store, such as a note of the changes: both are committed, undone
/// and saved together.
///
/// A store has at most one. Copies of the store, such as branches and snapshots, have none: what was written to a
/// branch reaches the companion when the branch is merged.
package protocol TransactionCompanion: AnyObject, Sendable {
  /// The models whose records only the companion writes. Merged, applied and undone changesets leave these records out,
  /// because the companion derives them again.
  var ownModels: [any Model.Type] { get }

  /// Completes the changes of a transaction, inside of the transaction and before its checks.
  ///
  /// - Parameters:
  ///   - changes: The changes of the transaction, without those of replicas and of loaded files.
  ///   - store: The store, as the transaction sees it.
  func willClose(_ changes: Changeset, in store: Store) throws
}

extension Store {
  /// What completes the transactions of this store; nil for most stores.
  package var companion: (any TransactionCompanion)? {
    hasCompanion.load(ordering: .acquiring) ? companionBox.withLock { $0 } : nil
  }

  /// Returns the companion that completes the transactions of this store. If there is none, `make` creates it, and it
  /// begins with the next transaction.
  package func companion(_ make: () -> any TransactionCompanion) -> any TransactionCompanion {
    companionBox.withLock { companion in
      if let companion { return companion }
      let made = make()
      companion = made
      hasCompanion.store(true, ordering: .releasing)
      return made
    }
  }

  /// Makes a transaction whose changes the companion ignores, because they come from the place to which it sends
  /// changes.
  ///
  /// - Parameter isJudged: Whether rules and required parents may refuse the changes.
  @discardableResult
  package func replicating<Result>(isJudged: Bool = true, _ body: () throws -> Result) throws -> Result {
    try inTransaction {
      transaction?.state.withLock { ($0.isReplica, $0.isJudged) = (true, isJudged) }
      return try body()
    }
  }

  /// Makes a transaction as ``replicating(_:)`` does.
  ///
  /// - Parameter committed: Receives the changeset as it was committed; inside another transaction, the changes that
  ///   will be committed with that.
  package func replicating<Result>(_ committed: inout Changeset, _ body: () throws -> Result) throws -> Result {
    try inTransaction(&committed) {
      transaction?.state.withLock { $0.isReplica = true }
      return try body()
    }
  }

  /// Runs the hooks before the commit, and lets the companion add to the open transaction.
  func willClose(_ transaction: OpenTransaction) throws {
    try runTransactionEndHooks(transaction)
    guard let companion else { return }
    let (isReplica, loaded) = transaction.state.withLock { ($0.isReplica, $0.loaded) }
    if isReplica { return }
    let changes = transaction.changeset
    try companion.willClose(loaded.isEmpty ? changes : changes.leavingOut { loaded.contains($0.slot) }, in: self)
  }

  /// Returns a changeset without the records that the companion derives.
  func withoutCompanions(_ changeset: Changeset) -> Changeset {
    companion.map { changeset.leavingOut($0.ownModels) } ?? changeset
  }
}
