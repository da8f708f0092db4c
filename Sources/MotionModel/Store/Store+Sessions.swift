import Foundation

extension Store {
  /// Runs `body` as the only writer; what it writes is seen by itself alone and is committed as one changeset when it
  /// returns, or forgotten when it throws.
  ///
  /// A session inside a session is part of it: it is undone alone when it throws, and committed with it.
  ///
  /// - Parameter isPreview: Whether what `body` writes will be undone in any case, which hooks are told.
  /// - Returns: What `body` returned.
  package func session<Result>(isPreview: Bool = false, _ body: () throws -> Result) throws -> Result {
    try session(isPreview, nil, written: nil) { _ in try body() }
  }

  /// Runs `body` in a ``session(isPreview:_:)``, which it is given.
  func withSession(_ body: (Session) throws -> Void) throws { try session(false, nil, written: nil, body) }

  /// Runs `body` in a ``session(isPreview:_:)``.
  ///
  /// - Parameter committed: Becomes what was committed; inside another session, what is going to be.
  func session<Result>(_ committed: inout Changeset, _ body: () throws -> Result) throws -> Result {
    var written = Changeset()
    let result = try session(false, nil, written: { written = $0 }) { _ in try body() }
    committed = written
    return result
  }

  /// The innermost savepoint of the session that the calling task is inside.
  package var savepoint: Savepoint? {
    guard let session, session.isOpen else { return nil }
    return session.savepoint
  }

  /// Runs `body` in a ``session(isPreview:_:)``.
  ///
  /// - Parameters:
  ///   - isPreview: Whether what `body` writes will be undone in any case, which hooks are told.
  ///   - recorder: What collects the findings of a preview.
  ///   - written: Is given what was committed; inside another session, what is going to be.
  func session<Result>(
    _ isPreview: Bool, _ recorder: (any SessionRecorder)?, written: ((Changeset) -> Void)?,
    _ body: (Session) throws -> Result
  ) throws -> Result {
    if let session, let savepoint = session.begin(isPreview, recorder) {
      return try session.nested(in: savepoint, written: written) { try body(session) }
    }
    return try outermostSession(isPreview, recorder, written, body)
  }

  /// It is a function of its own so that sessions inside one another, which hooks make, are easy on the stack.
  @inline(never)
  private func outermostSession<Result>(
    _ isPreview: Bool, _ recorder: (any SessionRecorder)?, _ written: ((Changeset) -> Void)?,
    _ body: (Session) throws -> Result
  ) throws -> Result {
    try checkWritable()
    var committed = Changeset()
    var discarded: [Changeset] = []
    var announcement: CommitDelivery.Announcement?
    let result: Result
    do {
      result = try writer.withLock(isSession: true) {
        let session = Session(openTables(), now: clock(), isPreview: isPreview, recorder: recorder)
        defer { published.withLock { $0.hasSession = false } }
        let result = try runBody(of: session, isPreview, &discarded, body)
        if var outcome = session.close() {
          swap(&discarded, &outcome.discarded)
          try publish(&outcome)
          announcement = delivery.take(outcome.changeset, in: StoreBlock.manner(in: self))
          swap(&committed, &outcome.changeset)
        }
        return result
      }
    } catch {
      didRollBack(discarded)
      throw error
    }
    didRollBack(discarded)
    didCommit(committed, announcement)
    written?(committed)
    return result
  }

  /// Runs the body of a session, which is over when that throws.
  ///
  /// - Parameter discarded: Becomes what was undone when it throws.
  private func runBody<Result>(
    of session: Session, _ isPreview: Bool, _ discarded: inout [Changeset], _ body: (Session) throws -> Result
  ) throws -> Result {
    do {
      return try Scope.$current.withValue(Scope(store: self, session: session)) {
        let result = try body(session)
        try session.check(in: self)
        return result
      }
    } catch {
      if let undone = session.close(isUndone: true) {
        withdraw(undone.changeset, given: undone.tables)
        if !isPreview { discarded = undone.discarded + [undone.changeset] }
      }
      throw error
    }
  }

  /// The tables with which a session begins, of which readers are told that there is one.
  private func openTables() -> Tables {
    published.withLock { published in
      published.hasSession = true
      return published.tables
    }
  }

  /// Tells the world of a commit, on the committing thread, which no longer holds the writer's lock and has no session open.
  ///
  /// - Parameters:
  ///   - changeset: What was committed; one without effect was not.
  ///   - announcement: What is to be told of it; nil for nothing.
  ///   - news: The changes for which hooks run, if these are not all.
  func didCommit(_ changeset: Changeset, _ announcement: CommitDelivery.Announcement?, hooks news: Changeset? = nil) {
    if isScratch || changeset.isEmpty { return }
    runCommitHooks(news ?? changeset)
    if let announcement { delivery.announce(announcement, in: self) }
  }

  /// Tells of changes that were undone, in the same circumstances.
  private func didRollBack(_ changesets: [Changeset]) {
    if isScratch { return }
    for changeset in changesets where changeset.hasEffect { runRollbackHooks(changeset) }
  }

  /// Whether the calling task is inside something that will be undone in any case.
  var isPreview: Bool { session?.isPreview ?? false }

  /// Has the changes of the calling task's session to the records of one model, those that there are so far, told together.
  func markBulk(_ layout: TableLayout) { session?.markBulk(layout) }

  /// The session of the calling task in this store.
  var session: Session? { Scope.session(in: self) }
}
