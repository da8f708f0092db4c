import Synchronization

/// The hooks that run when a transaction is complete: those after touching, and those before the commit.
enum TransactionEndHooks {
  /// Whether any model has such hooks. Without them, transactions do not look at their changes.
  static let exist = Atomic(false)

  /// Whether a model has such hooks, and they are not suppressed.
  static func run(for layout: TableLayout) -> Bool {
    exist.load(ordering: .acquiring) && layout.traits.hooks()?.completes == true && !HookSuppression.covers(layout.slot)
  }
}

extension Store {
  /// Runs the hooks after touching and before the commit.
  ///
  /// They may write, so it looks again until no record is left that was touched or changed and has not been passed to
  /// its hooks.
  ///
  /// - Throws: ``StoreError/endlessHooks(model:depth:)`` if the hooks go on writing, or any error of a hook.
  func runTransactionEndHooks(_ transaction: OpenTransaction) throws {
    if !TransactionEndHooks.exist.load(ordering: .acquiring) { return }
    let (isReplica, loaded) = transaction.state.withLock { ($0.isReplica, $0.loaded) }
    if isReplica { return }
    var done = CompletedRecords()
    for _ in 0..<Lifecycle.depth {
      let isDone = try transaction.touchedParts.reduce(true) { try touched($1, &done) && $0 }
      let parts = transaction.outcome.parts.filter { !loaded.contains($0.layout.slot) }
      if try parts.reduce(isDone, { try complete($1, &done) && $0 }) { return }
    }
    throw StoreError.endlessHooks(model: done.model, depth: Lifecycle.depth)
  }

  /// - Returns: Whether no hook was run.
  private func touched(_ part: ChangesetPart, _ done: inout CompletedRecords) throws -> Bool {
    guard !HookSuppression.covers(part.layout.slot), let hooks = part.layout.traits.hooks()?.afterTouch else {
      return true
    }
    func run<Record: Model>(_ model: Record.Type) throws -> Bool {
      var isDone = true
      for change in part.changes(of: model) {
        guard done.insert(change.id, of: part.layout, isTouched: true),
          let stored = try table(model).fetched(change.id)
        else { continue }
        let event = HookEvent(.update, self, stored: change.old)
        try withRow(of: stored) { try hooks.run($0, event) }
        isDone = false
      }
      return isDone
    }
    return try run(part.layout.type)
  }

  /// - Returns: Whether no hook was run.
  private func complete(_ part: ChangesetPart, _ done: inout CompletedRecords) throws -> Bool {
    guard !HookSuppression.covers(part.layout.slot), let hooks = part.layout.traits.hooks()?.beforeCommit else {
      return true
    }
    func run<Record: Model>(_ model: Record.Type) throws -> Bool {
      var isDone = true
      for change in part.changes(of: model) where done.insert(change.id, of: part.layout, isTouched: false) {
        try hooks.commit(change, HookEvent(change, in: self))
        isDone = false
      }
      return isDone
    }
    return try run(part.layout.type)
  }
}

/// The records of a transaction that were passed to their hooks.
private struct CompletedRecords {
  private struct Key: Hashable {
    let slot: Int
    let id: AnyHashable
    let isTouched: Bool
  }

  private var keys: Set<Key> = []
  /// The name of the model whose hooks ran last.
  private(set) var model = ""

  /// - Returns: Whether the record was not here yet.
  mutating func insert(_ id: some ModelID, of layout: TableLayout, isTouched: Bool) -> Bool {
    let isNew = keys.insert(Key(slot: layout.slot, id: AnyHashable(id), isTouched: isTouched)).inserted
    if isNew { model = layout.name }
    return isNew
  }
}
