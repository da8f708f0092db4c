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
    CommitHookDepth.inside(Record.self) {
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

/// Traps when commit hooks write and thereby call commit hooks endlessly.
private enum CommitHookDepth {
  @TaskLocal private static var current = 0

  static func inside<Record: Model>(_ model: Record.Type, _ body: () -> Void) {
    let depth = current + 1
    if depth > 32 {
      fatalError("The hooks of \(model) that run after a commit write in an endless circle: let them write only once.")
    }
    $current.withValue(depth, operation: body)
  }
}
