extension Store {
  // Hooks after a commit run outside of its transaction, and with this store as the one in use: what they write belongs
  // beside the records that they were notified of.

  /// Runs the hooks after a commit: for each record the hooks of its model, in the order of the changeset, then the
  /// middleware.
  func runCommitHooks(_ changeset: Changeset) {
    for part in changeset.parts where part.count > 0 {
      func run<Record: Model>(_ model: Record.Type) {
        if let hooks = Record.hooks.plan?.afterCommit { notify(hooks, part.changes(of: model), of: changeset) }
      }
      run(part.layout.type)
    }
    notify(changeset) { $0.afterCommit($1, in: $2) }
  }

  /// Runs the hooks and the middleware after a rollback.
  func runRollbackHooks(_ changeset: Changeset) {
    for part in changeset.parts where part.count > 0 {
      func run<Record: Model>(_ model: Record.Type) {
        if let hooks = Record.hooks.plan?.afterRollback { notify(hooks, part.changes(of: model), of: changeset) }
      }
      run(part.layout.type)
    }
    notify(changeset) { $0.afterRollback($1, in: $2) }
  }

  private func notify<Record: Model>(_ hooks: HookNode, _ changes: [Change<Record>], of changeset: Changeset) {
    if HookSuppression.covers(Record.schema.layout.slot) { return }
    CommitHookChain.inside(Record.self) {
      asCurrent {
        for change in changes {
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

  private let depth: Int
  /// The name of the model whose hooks run.
  private let model: String
  /// Whether a write was refused. Then all further ones are: hooks that write several times each would go on nearly
  /// without end.
  private let isEndless: Locked<Bool>

  /// Runs hooks of a model after a commit.
  fileprivate static func inside<Record: Model>(_ model: Record.Type, _ body: () -> Void) {
    let (outer, name) = (current, Record.schema.layout.name)
    let chain = CommitHookChain(
      depth: (outer?.depth ?? 0) + 1, model: name, isEndless: outer?.isEndless ?? Locked(false))
    $current.withValue(chain, operation: body)
  }

  /// Throws if the hooks around a write have written from inside each other too often.
  static func check() throws(StoreError) {
    guard let chain = current else { return }
    let isEndless = chain.isEndless.withLock { isEndless in
      if chain.depth >= Lifecycle.depth { isEndless = true }
      return isEndless
    }
    if isEndless { throw .endlessHooks(model: chain.model, depth: Lifecycle.depth) }
  }
}
