public import Foundation

/// Keeps the records of all models.
///
/// Static calls, such as `Todo.create`, use ``default``, or the store that ``with(_:_:)-(Store,_)`` put in its place:
///
/// ```swift
/// let store = Store()
/// try Store.with(store) {
///   try Todo.create { $0.name = "Walk the dog" }
///   Todo.count   // => 1
/// }
/// Todo.count     // => 0
/// ```
///
/// A store may be used from any thread. A reader works on the state that the store had when it began, and waits for
/// nobody; writers take turns. Every write is a ``Changeset`` that happens whole or not at all.
///
/// It is a class because it stands for a place: two variables that hold one store see the same records.
///
/// ## Topics
/// ### The store in use
/// - ``default``
/// - ``current``
/// - ``with(_:_:)-(Store,_)``
/// ### Reading
/// - ``table(_:)``
/// - ``snapshot()``
/// ### Telling others
/// - ``observeCommits(on:perform:)``
/// - ``commits()``
/// - ``notificationCenter``
/// ### Files
/// - ``save(to:as:)``
/// - ``load(from:as:models:unknownColumns:)``
public final class Store: Sendable {
  /// The store that static calls use unless another is put in its place.
  public static let `default` = Store()

  /// Tells the time for timestamps and changesets.
  public let clock: @Sendable () -> Date

  /// Makes the ids of records that have none when they are saved.
  public let ids: IDGenerator

  /// Whether the store is a snapshot, which never changes.
  public let isSnapshot: Bool

  /// What readers see; changed only by the writer, in moments that are short whatever is written.
  private let published: Locked<Published>
  /// Tells of commits.
  let delivery: CommitDelivery
  /// Shared by a store and its snapshots.
  private let fence: ReadFence
  /// Held by the one thread that is writing.
  private let writer = NSLock()
  /// What takes part in all writes.
  let allMiddleware = MiddlewareList()
  /// Where files of this store were last written to or read from.
  let places = Locked(FilePlaces())

  private struct Published: Sendable {
    var tables = Tables()
    var commits = 0
    /// Whether some task has a session, so that readers have to look whether it is theirs.
    var hasSession = false
  }

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - clock: Tells the time for timestamps; tests pass one that they control.
  ///   - ids: Makes ids; tests pass one whose ids are known in advance.
  ///   - notificationCenter: Where notifications are posted; nil for a store that posts none.
  public convenience init(
    clock: @escaping @Sendable () -> Date = { Date() }, ids: IDGenerator = .standard,
    notificationCenter: NotificationCenter? = .default
  ) {
    self.init(
      tables: Tables(), commits: 0, isSnapshot: false, fence: ReadFence(), clock: clock, ids: ids,
      notificationCenter: notificationCenter)
  }

  private init(
    tables: Tables, commits: Int, isSnapshot: Bool, fence: ReadFence, clock: @escaping @Sendable () -> Date,
    ids: IDGenerator, notificationCenter: NotificationCenter? = nil
  ) {
    delivery = CommitDelivery(notificationCenter)
    self.fence = fence
    published = Locked(Published(tables: tables, commits: commits))
    self.isSnapshot = isSnapshot
    self.clock = clock
    self.ids = ids
  }

  /// The number of changesets that were committed so far.
  public var commitCount: Int { published.withLock { $0.commits } }

  /// Where notifications are posted; nil when none are, as by a snapshot.
  public var notificationCenter: NotificationCenter? { delivery.center }

  // MARK: - Reading

  /// A store that holds what this one holds now, and never changes.
  ///
  /// ```swift
  /// let before = store.snapshot()
  /// try store.table(Todo.self).deleteAll()
  /// before.table(Todo.self).count   // => 2
  /// ```
  ///
  /// - Complexity: O(1), in time and memory, at any size. What is changed later is kept twice for as long as the
  ///   snapshot lives.
  public func snapshot() -> Store {
    let (tables, commits) = current
    return Store(tables: tables, commits: commits, isSnapshot: true, fence: fence, clock: clock, ids: ids)
  }

  private var current: (Tables, Int) {
    let (tables, commits, hasSession) = published.withLock { ($0.tables, $0.commits, $0.hasSession) }
    if hasSession, let session { return (session.tables ?? tables, commits) }
    return (tables, commits)
  }

  /// The tables as the caller may see them now: as they were last published, or as its own open session has them.
  var tables: Tables { current.0 }

  deinit { fence.readerIsDone() }

  /// Lets `body` read all tables, as the caller may see them now.
  func read<Result>(_ body: (Tables) -> Result) -> Result {
    let tables = tables
    defer { withExtendedLifetime(tables) { fence.readerIsDone() } }
    return body(tables)
  }

  /// Lets `body` read one table, as the caller may see it now.
  @inlinable @inline(__always)
  func read<Result>(_ layout: TableLayout, _ body: (TableVersion) -> Result) -> Result {
    let version = version(layout)
    defer { readerIsDone(with: version) }
    return body(version)
  }

  @usableFromInline
  func readerIsDone(with version: TableVersion) { withExtendedLifetime(version) { fence.readerIsDone() } }

  /// One table, as the caller may see it now. Readers outside the writer's lock go through ``read(_:_:)``.
  @usableFromInline
  func version(_ layout: TableLayout) -> TableVersion {
    let (version, hasSession) = published.withLock { ($0.tables.version(layout.slot), $0.hasSession) }
    if hasSession, let session, let tables = session.tables { return tables.version(layout) }
    return version ?? TableVersion(layout)
  }

  // MARK: - Writing

  /// Applies and commits the changes that `prepare` derives from one table as it is.
  ///
  /// It and ``commit(_:)`` are the way in: nothing else changes a store. `prepare` must not run users' code, because it
  /// may run while all other writers wait; code that needs to goes into a ``session(_:)``.
  func write(_ layout: TableLayout, _ prepare: (inout RowWriter) throws(StoreError) -> Void) throws(StoreError) {
    if !layout.upkeep.isEmpty { return try writeWithUpkeep(layout, prepare) }
    try writeAlone(layout, prepare)
  }

  /// Applies changes and what they do to parents, as one changeset.
  private func writeWithUpkeep(
    _ layout: TableLayout, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    try refusing { () throws(StoreError) in
      var changes = ChangesetPart(layout)
      try writeAlone(layout) { writer throws(StoreError) in
        try prepare(&writer)
        changes = writer.changes
      }
      for upkeep in layout.upkeep { try upkeep.follow(changes, in: self) }
    }
  }

  /// A session whose body throws nothing but refusals.
  private func refusing(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do { try session(body) } catch let error as StoreError { throw error } catch { fatalError("\(error)") }
  }

  private func writeAlone(
    _ layout: TableLayout, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    let blocks = StoreBlock.manner(in: self)
    func changeset(_ table: TableVersion, at now: Date) throws(StoreError) -> Changeset {
      var writer = RowWriter(table, now: now, ids: ids, keepsTimestamps: blocks.keepsTimestamps)
      try prepare(&writer)
      return Changeset(writer.changes, date: now)
    }
    if let session,
      try session.write({ tables throws(StoreError) in try changeset(tables.version(layout), at: session.now) }) != nil
    {
      return
    }
    try checkWritable()
    writer.lock()
    let outcome = Result { () throws(StoreError) in
      var changes = try changeset(version(layout), at: clock())
      try publish(&changes)
      return (changes, delivery.take(changes, in: blocks))
    }
    writer.unlock()
    let (committed, announcement) = try outcome.get()
    didCommit(committed, announcement)
  }

  /// Applies and commits a changeset that `prepare` derives from all tables as they are.
  ///
  /// - Returns: The changeset, as it was committed.
  @discardableResult
  func commit(_ prepare: (Tables) throws -> Changeset) throws -> Changeset {
    if let session, let tables = session.tables {
      let changeset = try prepare(tables)
      if let written = try session.write({ _ in changeset }) { return written }
    }
    try checkWritable()
    let (committed, announcement) = try writer.withLock {
      var changeset = try prepare(tables)
      changeset.date = clock()
      try publish(&changeset)
      return (changeset, delivery.take(changeset, in: StoreBlock.manner(in: self)))
    }
    didCommit(committed, announcement)
    return committed
  }

  private func checkWritable() throws(StoreError) {
    if isSnapshot { throw .readOnlyStore }
  }

  /// Makes a changeset true for all readers. The caller holds the writer's lock.
  ///
  /// One change goes straight into the published tables: that takes a moment, and readers can do without it. More of
  /// them go into tables of their own, so that no reader waits, however many they are.
  private func publish(_ changeset: inout Changeset) throws(StoreError) {
    if !changeset.hasEffect { return }
    fence.writerBegins()
    if changeset.isSingle {
      let single = changeset
      try Integrity.check(single, in: published.withLock { $0.tables })
      changeset = try published.withLock { published throws(StoreError) in
        var changeset = single
        try changeset.apply(to: &published.tables)
        published.commits += 1
        changeset.id = published.commits
        return changeset
      }
    } else {
      var tables = published.withLock { $0.tables }
      try changeset.apply(to: &tables)
      try Integrity.check(changeset, in: tables)
      publish(tables, &changeset)
    }
  }

  /// Makes what a session came to true for all readers.
  private func publish(_ tables: Tables, _ changeset: inout Changeset, isPending: Bool) throws(StoreError) {
    if isPending { return try publish(&changeset) }
    if changeset.hasEffect { publish(tables, &changeset) }
  }

  private func publish(_ tables: Tables, _ changeset: inout Changeset) {
    changeset.id = published.withLock { published in
      published.tables = tables
      published.commits += 1
      return published.commits
    }
  }

  // MARK: - Sessions

  /// Runs `body` as the only writer; what it writes is seen by itself alone and is committed as one changeset when it
  /// returns, or forgotten when it throws.
  ///
  /// A session inside a session is part of it: it is undone alone when it throws, and committed with it.
  ///
  /// - Parameter isPreview: Whether what `body` writes will be undone in any case, which hooks are told.
  /// - Returns: What `body` returned.
  package func session<Result>(isPreview: Bool = false, _ body: () throws -> Result) throws -> Result {
    var changeset = Changeset()
    return try session(isPreview: isPreview, &changeset, body)
  }

  /// Runs `body` in a ``session(isPreview:_:)``.
  ///
  /// - Parameter committed: Becomes what was committed; inside another session, what is going to be.
  func session<Result>(
    isPreview: Bool = false, _ committed: inout Changeset, _ body: () throws -> Result
  ) throws -> Result {
    if let session, session.isOpen { return try session.nested(isPreview, &committed, body) }
    try checkWritable()
    var discarded: [Changeset] = []
    var announcement: CommitDelivery.Announcement?
    defer {
      if !discarded.isEmpty { didRollBack(discarded) }
      didCommit(committed, announcement)
    }
    return try writer.withLock {
      fence.writerBegins()
      let session = Session(published.withLock { $0.tables }, now: clock(), isPreview: isPreview)
      published.withLock { $0.hasSession = true }
      defer {
        if let undone = session.close(), !isPreview { discarded = undone.discarded + [undone.changeset] }
        published.withLock { $0.hasSession = false }
      }
      let result = try Scope.$current.withValue(Scope(store: self, session: session)) { try body() }
      try session.checkIntegrity()
      if var outcome = session.close() {
        discarded = outcome.discarded
        try publish(outcome.tables, &outcome.changeset, isPending: outcome.isPending)
        committed = outcome.changeset
        announcement = delivery.take(committed, in: StoreBlock.manner(in: self))
      }
      return result
    }
  }

  /// Tells the world of a commit, on the committing thread, which no longer holds the writer's lock and has no session open.
  ///
  /// - Parameters:
  ///   - changeset: What was committed; one without effect was not.
  ///   - announcement: What is to be told of it; nil for nothing.
  private func didCommit(_ changeset: Changeset, _ announcement: CommitDelivery.Announcement?) {
    if changeset.hasEffect { runCommitHooks(changeset) }
    if let announcement { delivery.announce(announcement, in: self) }
  }

  /// Tells of changes that were undone, in the same circumstances.
  private func didRollBack(_ changesets: [Changeset]) {
    for changeset in changesets where changeset.hasEffect { runRollbackHooks(changeset) }
  }

  /// Whether the calling task is inside something that will be undone in any case.
  var isPreview: Bool { session?.isPreview ?? false }

  /// Has the changes of the calling task's session to the records of one model, those that there are so far, told together.
  func markBulk(_ layout: TableLayout) { session?.markBulk(layout) }

  /// The session of the calling task in this store.
  var session: Session? { Scope.session(in: self) }
}
