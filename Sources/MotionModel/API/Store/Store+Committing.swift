/// What a writer has come to while it holds the writer's lock: what becomes true for readers, and what is notified then.
struct Commit {
  /// What becomes true for readers.
  ///
  /// It is indirect because a commit of one change, the common one, is handed on from step to step and has no tables.
  indirect enum Outcome {
    /// Readers go on to see what they see.
    case nothing
    /// The changeset is one change, which goes straight into the published tables: that takes a moment, and readers can do without it.
    case change
    /// Tables take the place of the published ones. They have the changeset already, and were checked with it: no reader waits, however
    /// large it is.
    case tables(Tables)
    /// A changeset was undone: what was given in tables that had it is given to nobody else.
    case withdrawal(of: Changeset, from: Tables)
  }

  var outcome = Outcome.nothing
  /// What is committed; without changes of records, nothing is.
  var changeset = Changeset()
  /// What hooks have to know besides; nil for most commits.
  var hooks: Hooks?

  /// What hooks have to know of a commit besides its changeset; a class so that it costs a commit without it one word.
  final class Hooks {
    /// Chooses the changes for which hooks run after the commit; nil for all of them.
    let news: ((Changeset) -> Changeset)?
    /// What was undone, though some of the transaction may be committed.
    let discarded: [Changeset]

    init(news: ((Changeset) -> Changeset)? = nil, discarded: [Changeset] = []) {
      (self.news, self.discarded) = (news, discarded)
    }
  }
}

extension Store {
  /// The one way in which a store changes.
  ///
  /// 1. The calling thread becomes the only writer.
  /// 2. `prepare` finds out what is to be committed, checks it, and puts it into tables of its own, unless it is a single change.
  /// 3. That becomes true for all readers at once, and gets the number of the commit.
  /// 4. Recorders, queues and streams take it, in the order of the commits.
  /// 5. The next writer may go on.
  /// 6. On the calling thread, hooks after a rollback and after the commit run, and observers are notified.
  ///
  /// - Parameters:
  ///   - isTransaction: Whether `prepare` runs users' code.
  ///   - scope: What surrounds the calling task.
  ///   - prepare: Says what is to be committed. It is given what holds for the calling task by the blocks that it is in.
  /// - Returns: What was committed.
  /// - Throws: ``StoreError/readOnlyStore``, what `prepare` throws, or why a single change is refused. Then nothing has happened.
  @discardableResult
  func commit(
    isTransaction: Bool = false, in scope: Scope? = .current,
    _ prepare: (inout Commit, StoreBlock.Settings) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    if isSnapshot { throw .readOnlyStore }
    let blocks = scope?.settings(in: self) ?? StoreBlock.Settings()
    // NB: It is filled where it lies. Each copy would count all that it holds up and down.
    var commit = Commit()
    let announcement = try writer.withLock(isTransaction: isTransaction) { () throws(StoreError) in
      try prepare(&commit, blocks)
      try publish(&commit)
      return delivery.take(commit.changeset, in: blocks)
    }
    if !isScratch {
      if let hooks = commit.hooks { runHooks(hooks, commit.changeset) } else { runCommitHooks(commit.changeset) }
      if let announcement { delivery.announce(announcement, in: self) }
    }
    var committed = Changeset()
    swap(&committed, &commit.changeset)
    return committed
  }

  /// The same for what may throw anything, and says what is to be committed also when it throws.
  @discardableResult
  func commit(isTransaction: Bool = false, trying prepare: (inout Commit) throws -> Void) throws -> Changeset {
    var failure: (any Error)?
    let committed = try commit(isTransaction: isTransaction) { commit, _ in
      do { try prepare(&commit) } catch { failure = error }
    }
    if let failure { throw failure }
    return committed
  }

  // MARK: - Publishing

  /// Makes a commit true for all readers. The caller holds the writer's lock.
  ///
  /// Afterwards the commit holds no tables any more: what is committed next would have to copy what it changes in them.
  private func publish(_ commit: inout Commit) throws(StoreError) {
    var outcome = Commit.Outcome.nothing
    swap(&outcome, &commit.outcome)
    switch outcome {
    case .nothing: break
    case .change: try publish(change: &commit.changeset)
    case .tables(let tables): publish(tables, &commit.changeset)
    case .withdrawal(let undone, let given):
      fence.changing { published.withLock { $0.tables.withdrawInGate(undone, given: given) } }
    }
  }

  /// The gate comes first, so that no reader waits for it.
  private func publish(change changeset: inout Changeset) throws(StoreError) {
    try fence.changing { () throws(StoreError) in
      try published.withLock { published throws(StoreError) in
        try changeset.applyInGate(to: &published.tables)
        published.commits += 1
        changeset.id = published.commits
      }
    }
  }

  /// Without a change of records it is no commit, though tables may know more than those before: which ids were given, and which were
  /// deleted.
  private func publish(_ tables: Tables, _ changeset: inout Changeset) {
    // What was there goes when the lock is free: that may be many records, and readers need not wait until they are gone.
    var tables = tables
    changeset.id = published.withLock { published in
      swap(&published.tables, &tables)
      if changeset.isEmpty { return 0 }
      published.commits += 1
      return published.commits
    }
  }

  // MARK: - Hooks

  /// Runs the hooks after a rollback and after a commit, on the committing thread, which no longer holds the writer's lock and is in no
  /// transaction.
  private func runHooks(_ hooks: Commit.Hooks, _ changeset: Changeset) {
    for undone in hooks.discarded where undone.hasEffect { runRollbackHooks(undone) }
    runCommitHooks(hooks.news?(changeset) ?? changeset)
  }
}
