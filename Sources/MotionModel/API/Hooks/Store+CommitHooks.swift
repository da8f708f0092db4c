import Synchronization

extension Store {
  // Hooks after a commit run outside of its transaction, and with this store as the one in use: what they write belongs
  // beside the records that they were notified of.

  /// Runs the hooks after a commit: for each record the hooks of its model, in the order of the changeset, then the
  /// middleware.
  func runCommitHooks(_ changeset: Changeset) {
    notify(changeset, \.afterCommit)
    notify(changeset) { $0.afterCommit($1, in: $2) }
  }

  /// Runs the hooks and the middleware after a rollback.
  func runRollbackHooks(_ changeset: Changeset) {
    notify(changeset, \.afterRollback)
    notify(changeset) { $0.afterRollback($1, in: $2) }
  }

  private func notify(_ changeset: Changeset, _ hooks: (HookPlan) -> HookNode?) {
    for part in changeset.parts where part.count > 0 {
      guard let plan = part.layout.traits.hooks(), let hooks = hooks(plan) else { continue }
      notify(hooks, part, part.layout.type, of: changeset)
    }
  }

  private func notify<Record: Model>(
    _ hooks: HookNode, _ part: ChangesetPart, _ model: Record.Type, of changeset: Changeset
  ) {
    if HookSuppression.covers(part.layout.slot) { return }
    CommitHookChain.inside(model) {
      asCurrent {
        for change in part.changes(of: model) {
          let event = HookEvent(change, of: changeset, in: self)
          hooks.notify(change, event)
        }
      }
    }
  }

  private func notify(_ changeset: Changeset, _ body: (any Middleware, Changeset, Store) -> Void) {
    if !hasMiddleware || changeset.isEmpty || HookSuppression.coversAll { return }
    asCurrent {
      for middleware in middleware.reversed() { body(middleware.body, changeset, self) }
    }
  }
}

extension HookEvent {
  /// Creates the context of a change.
  ///
  /// - Parameter changeset: The commit, if the change was committed or undone.
  convenience init<Record: Model>(_ change: Change<Record>, of changeset: Changeset? = nil, in store: Store) {
    let operation: HookOperation =
      switch change.kind {
      case .insert: .create
      case .update: .update
      case .delete: .delete
      }
    self.init(operation, store, stored: change.old, commit: changeset)
  }
}

/// The hooks after commits that the calling task is inside: each of them runs because the one before wrote.
struct CommitHookChain {
  @TaskLocal private static var current: CommitHookChain?
  /// Whether hooks have ever run after a commit. Reading the task local takes as long as other steps of a save.
  private static let hasBegun = Atomic(false)

  private let depth: Int
  /// The name of the model whose hooks run.
  private let model: String
  /// Whether a write was refused. Then all further ones are: hooks that write several times each would go on nearly
  /// without end.
  private let isEndless: Locked<Bool>

  /// Runs hooks of a model after a commit.
  fileprivate static func inside<Record: Model>(_ model: Record.Type, _ body: () -> Void) {
    hasBegun.store(true, ordering: .relaxed)
    let (outer, name) = (current, Record.schema.layout.name)
    let chain = CommitHookChain(
      depth: (outer?.depth ?? 0) + 1, model: name, isEndless: outer?.isEndless ?? Locked(false))
    $current.withValue(chain, operation: body)
  }

  /// Throws if the hooks around a write have written from inside each other too often.
  static func check() throws(StoreError) {
    guard hasBegun.load(ordering: .relaxed), let chain = current else { return }
    let isEndless = chain.isEndless.withLock { isEndless in
      if chain.depth >= Lifecycle.depth { isEndless = true }
      return isEndless
    }
    if isEndless { throw .endlessHooks(model: chain.model, depth: Lifecycle.depth) }
  }
}
