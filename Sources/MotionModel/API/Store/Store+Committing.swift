import MotionModelStorage
import MotionModelSystem

/// A commit that a writer prepares while it holds the writer lock: what is published, and what is notified afterwards.
struct Commit {
  /// What is published to readers.
  ///
  /// It is indirect to keep a commit small. A commit is passed from step to step, and most commits are few changes
  /// without tables.
  indirect enum Outcome {
    /// Nothing is published.
    case nothing
    /// The changeset is one change, or few that were checked and are independent (see ``PendingChanges``). They are
    /// applied to the published tables in place. Readers wait for that, but only for a moment.
    case changes
    /// Tables that replace the published ones. The changeset was already applied to them and checked, so readers do not
    /// wait for that, however large it is.
    case tables(Tables)
    /// Tables with the commits of the followed store, and the number of its last commit.
    case replica(Tables, commits: Int)
    /// A changeset was undone. The ids and lock versions that were given in its tables are not given again.
    case withdrawal(of: Changeset, from: Tables)
  }

  var outcome = Outcome.nothing
  /// The changes to commit. Without a changed record, there is no commit.
  var changeset = Changeset()
  /// Whether the columns that a table keeps of a file are others. A changeset does not have them.
  var hasNewKeptColumns = false
  /// What commit hooks need besides the changeset; nil for most commits.
  var hooks: Hooks?

  /// What commit hooks need besides the changeset. A class, so that a commit without it stores only one word.
  final class Hooks {
    /// Selects the changes for which hooks after the commit run; nil for all changes.
    let changesForHooks: ((Changeset) -> Changeset)?
    /// The changesets that were undone, even if other changes of the transaction are committed.
    let discarded: [Changeset]

    init(changesForHooks: ((Changeset) -> Changeset)? = nil, discarded: [Changeset] = []) {
      (self.changesForHooks, self.discarded) = (changesForHooks, discarded)
    }
  }
}

extension Store {
  /// Commits what `prepare` derives. Every change of a store goes through this function.
  ///
  /// 1. The calling thread takes the writer lock.
  /// 2. `prepare` derives the changes, applies them to tables of its own, and checks them. Few changes may instead be
  ///    applied in step 3.
  /// 3. Recorders mark the commit, and it gets its number. If the store has a log, the commit is written to it. All
  ///    readers see the commit from now on.
  /// 4. Recorders, queues and streams receive the commit, in the order of the commits.
  /// 5. The calling thread releases the writer lock, and waits until the commit is as durable as the log promises.
  /// 6. On the calling thread, hooks after a rollback run, then hooks after the commit, and then observers are
  ///    notified.
  ///
  /// In a store that several processes share, `prepare` runs again when another process has committed meanwhile.
  ///
  /// - Parameters:
  ///   - isTransaction: Whether `prepare` runs users' code.
  ///   - context: The context of the calling task.
  ///   - prepare: Fills in the commit. It also receives the settings of the blocks that the calling task is inside.
  /// - Returns: The changeset as it was committed.
  /// - Throws: ``StoreError/readOnlyStore`` for a snapshot, ``StoreError/endlessHooks(model:depth:)`` where hooks after
  ///   commits go on writing, the error of `prepare`, or the reason why a single change is refused. The store is then
  ///   unchanged. ``StoreError/notJournaled(file:isCommitted:reason:)`` is thrown also for a commit that readers see,
  ///   and that may not be durable.
  @discardableResult func commit(
    isTransaction: Bool = false, in context: StoreContext? = .current,
    _ prepare: (inout Commit, StoreBlock.Settings) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    if let log, log.sharing != nil { return try commitShared(by: log, isTransaction, in: context, prepare) }
    var overtaken: Changeset?
    return try commitOnce(isTransaction, in: context, &overtaken, prepare)
  }

  /// A separate function, because others would count references for its closure.
  @inline(never) private func commitShared(
    by log: any CommitLog, _ isTransaction: Bool, in context: StoreContext?,
    _ prepare: (inout Commit, StoreBlock.Settings) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    var overtaken: Changeset?
    return try whileOvertaken(by: log) { () throws(StoreError) in
      try commitOnce(isTransaction, in: context, &overtaken, prepare)
    }
  }

  /// Does the same, and throws ``StoreError/overtaken(file:)`` when another process has committed meanwhile.
  ///
  /// - Parameter overtaken: Then receives the changes of a transaction.
  func commitOnce(
    _ isTransaction: Bool, in context: StoreContext?, _ overtaken: inout Changeset?,
    _ prepare: (inout Commit, StoreBlock.Settings) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    if isSnapshot { throw .readOnlyStore }
    if !isScratch { try CommitHookChain.check() }
    let blocks = context?.settings(in: self) ?? StoreBlock.Settings()
    // NB: The commit is filled in place. Each copy would retain and release all that it holds.
    var commit = Commit()
    var logged = Logged.nothing
    let announcement = try writer.withLock { () throws(StoreError) in
      try prepare(&commit, blocks)
      if delivery.marksCommits { mark(&commit) }
      if let log { logged = try write(&commit, isTransaction, to: log, &overtaken) }
      try publish(&commit)
      return delivery.take(commit.changeset, in: blocks, of: self)
    }
    // The commit is as durable as it will be before observers are notified.
    if let log { logged.confirm(commit.changeset, in: log) }
    if !isScratch {
      if let hooks = commit.hooks { runHooks(hooks, commit.changeset) } else { runCommitHooks(commit.changeset) }
      if let announcement { delivery.announce(announcement) }
    }
    try throwUnlessLogged(logged)
    var committed = Changeset()
    swap(&committed, &commit.changeset)
    return committed
  }

  /// Commits what `prepare` derives, which may throw any error. If `prepare` throws, its changes so far are still
  /// published, and the error is thrown afterwards.
  @discardableResult func commit(
    isTransaction: Bool = false, in context: StoreContext? = .current, trying prepare: (inout Commit) throws -> Void
  ) throws -> Changeset {
    var failure: (any Error)?
    let committed = try commit(isTransaction: isTransaction, in: context) { commit, _ in
      failure = nil
      do { try prepare(&commit) } catch { failure = error }
    }
    if let failure { throw failure }
    return committed
  }

  /// Lets recorders mark a commit of this store.
  private func mark(_ commit: inout Commit) {
    switch commit.outcome {
    case .changes, .tables: break
    case .nothing, .replica, .withdrawal: return
    }
    if !commit.changeset.isEmpty { delivery.mark(&commit.changeset, number: published.read { $0.commits } + 1) }
  }

  // MARK: - Writing down

  /// What the log has of a commit.
  private enum Logged {
    case nothing
    case entry(AppendedEntry)
    /// The commit was refused, and is undone.
    case refused(StoreError)
    /// The commit is made, and may not be in the log.
    case uncertain(StoreError)

    /// Waits until the commit is as durable as the log promises.
    mutating func confirm(_ changeset: Changeset, in log: any CommitLog) {
      guard case .entry(let entry) = self else { return }
      do throws(StoreError) { try log.confirm(entry, of: changeset) } catch { self = .uncertain(error) }
    }
  }

  /// Writes a commit to the log. The caller holds the writer lock.
  ///
  /// A transaction that the log refuses is undone as if its body had thrown: its ids are withdrawn, and the hooks after
  /// a rollback run. If an adapter has committed its part already, the rest is committed, too, because memory and
  /// adapter would otherwise differ.
  private func write(
    _ commit: inout Commit, _ isTransaction: Bool, to log: any CommitLog, _ overtaken: inout Changeset?
  ) throws(StoreError) -> Logged {
    do throws(StoreError) { return try append(&commit, to: log).map { .entry($0) } ?? .nothing } catch {
      if commit.changeset.isExternal {
        let number = published.read { $0.commits } + (commit.changeset.isEmpty ? 0 : 1)
        log.noteGap(upTo: number, error)
        return .uncertain(error.afterCommitting)
      }
      guard isTransaction else { throw error }
      if case .overtaken = error {
        overtaken = commit.changeset.withoutNewPositions(since: published.read { $0.tables })
        withdraw(&commit)
        // It is not undone yet.
        commit.hooks = nil
        return .refused(error)
      }
      withdraw(&commit)
      return .refused(error)
    }
  }

  /// Appends a commit to the log, if it has an effect.
  ///
  /// Few changes are checked before, because a single one could otherwise still be refused when it is published.
  private func append(_ commit: inout Commit, to log: any CommitLog) throws(StoreError) -> AppendedEntry? {
    let (tables, commits) = published.read { ($0.tables, $0.commits) }
    var (new, ends): (Tables, [TableEnd]) = (tables, [])
    switch commit.outcome {
    case .nothing, .replica, .withdrawal: return nil
    case .changes: try commit.changeset.check(in: tables)
    case .tables(let result): (new, ends) = (result, result.ends(since: tables))
    }
    if !commit.changeset.hasEffect && ends.isEmpty && !commit.hasNewKeptColumns { return nil }
    let kept = new.keptChanges(of: commit.changeset, since: tables, isLoaded: commit.hasNewKeptColumns)
    try tables.checkPlaces(for: commit.changeset)
    commit.changeset.id = commit.changeset.isEmpty ? 0 : commits + 1
    if let process = log.process { commit.changeset.add(process) }
    return try log.append(commit.changeset, ends, kept)
  }

  /// Turns a transaction that is ready to be published into one that was undone.
  private func withdraw(_ commit: inout Commit) {
    var given = published.read { $0.tables }
    switch commit.outcome {
    case .tables(let tables): given = tables
    // They are applied only for the ids that they give. If they were refused when they were checked, they give none.
    case .changes: try? commit.changeset.apply(to: &given, isChecked: false)
    case .nothing, .replica, .withdrawal: return
    }
    commit.changeset.id = 0
    commit.outcome = .withdrawal(of: commit.changeset, from: given)
    commit.hooks = Commit.Hooks(discarded: (commit.hooks?.discarded ?? []) + [commit.changeset])
    commit.changeset = Changeset()
  }

  /// Throws what became of a commit that is not, or may not be, in the log.
  private func throwUnlessLogged(_ logged: Logged) throws(StoreError) {
    switch logged {
    case .nothing, .entry: return
    case .refused(let error): throw error
    case .uncertain(let error): if !isPostponed(error) { throw error }
    }
  }

  // MARK: - Publishing

  /// Publishes a commit to all readers. The caller holds the writer lock.
  ///
  /// Afterwards, the commit holds no tables, because the next write would have to copy what it changes in them.
  private func publish(_ commit: inout Commit) throws(StoreError) {
    var outcome = Commit.Outcome.nothing
    swap(&outcome, &commit.outcome)
    switch outcome {
    case .nothing: break
    case .changes: try publish(changes: &commit.changeset)
    case .tables(let tables): publish(tables, &commit.changeset)
    case .replica(let tables, let commits): publish(tables, &commit.changeset, as: commits)
    case .withdrawal(let undone, let given):
      fence.changing { published.change { $0.tables.withdrawInGate(undone, given: given) } }
    }
  }

  /// Applies few changes to the published tables. It enters the gate before it takes the lock of readers, so no reader
  /// waits for the gate.
  ///
  /// A single change may be refused; several were checked.
  private func publish(changes changeset: inout Changeset) throws(StoreError) {
    try fence.changing { () throws(StoreError) in
      try published.change { published throws(StoreError) in
        try changeset.applyInGate(to: &published.tables, isChecked: changeset.isSingle)
        published.commits += 1
        changeset.id = published.commits
      }
    }
  }

  /// Replaces the published tables. Without a changed record, this is not a commit, though the tables may contain newly
  /// given or deleted ids.
  ///
  /// - Parameter number: The number of the commit, if it is that of another store.
  private func publish(_ tables: Tables, _ changeset: inout Changeset, as number: Int? = nil) {
    // The old tables are freed after the lock is released: they may have many records, and readers should not wait for
    // that.
    var tables = tables
    changeset.id = published.change { published in
      swap(&published.tables, &tables)
      if let number { published.commits = number } else if !changeset.isEmpty { published.commits += 1 }
      if changeset.isEmpty { return 0 }
      return published.commits
    }
    // Readers in place hold none of the old tables, and have left; see ``ReadFence``.
    fence.readerIsDone()
    if changeset.deletesMany { SystemCalls.giveMemoryBackSoon() }
  }

  // MARK: - Hooks

  /// Runs the hooks after a rollback and after a commit. It runs on the committing thread, which no longer holds the
  /// writer lock and is not inside the transaction.
  private func runHooks(_ hooks: Commit.Hooks, _ changeset: Changeset) {
    for undone in hooks.discarded where undone.hasEffect { runRollbackHooks(undone) }
    runCommitHooks(hooks.changesForHooks?(changeset) ?? changeset)
  }
}
