public import Foundation
import Synchronization

/// The name of ``Store`` where a file imports ComposableArchitecture, too, which has a type of that name.
public typealias ModelStore = Store

/// Keeps the records of all models.
///
/// Static calls, such as `Todo.create`, use ``default``, or the store that ``with(_:_:)-(Store,_)`` sets for a block:
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
/// A store may be used from any thread. A reader sees the state that the store had when the read began, and never waits
/// for a writer. Writers take turns. Every write is a ``Changeset``, which is applied completely or not at all.
///
/// A store is a class because it has identity: two variables that refer to the same store see the same records.
///
/// ## Topics
/// ### The store in use
/// - ``default``
/// - ``current``
/// - ``allowsDefault``
/// - ``with(_:_:)-(Store,_)``
/// ### Reading
/// - ``table(_:)``
/// - ``snapshot()``
/// - ``packedColumnLimit``
/// - ``packedColumnBytes``
/// - ``scanWidth``
/// ### Single values
/// - ``subscript(_:)``
/// - ``value(for:)``
/// - ``set(_:for:)``
/// - ``update(_:_:)``
/// - ``remove(_:)``
/// ### Applying changesets
/// - ``apply(_:)``
/// - ``merge(_:_:)``
/// ### Observing
/// - ``observeCommits(on:perform:)``
/// - ``commits()``
/// - ``notificationCenter``
/// ### Files
/// - ``save(to:as:coding:)``
/// - ``load(from:as:models:migrations:unknownColumns:policy:coding:)-(URL?,_,_,_,_,_,_)``
/// - ``sortedString()``
/// - ``saveSorted(to:)``
public final class Store: Sendable {
  /// An empty store, for finders of which only the query is used.
  static let none = Store(notificationCenter: nil)

  /// Returns the current time, for timestamps and changesets.
  public let clock: @Sendable () -> Date

  /// Generates the ids of records that have none when they are saved.
  public let ids: IDGenerator

  /// Whether the store is a snapshot, which never changes.
  public let isSnapshot: Bool

  /// Whether a result is computed in this store, so that no hooks run after its commits and no observers are notified.
  let isScratch: Bool

  /// The state that readers see. Only the writer changes it, and locks it for a moment only, however much it writes.
  let published: PublishedValue<Published>
  /// Notifies observers of commits.
  let delivery: CommitDelivery
  /// Orders reads before later changes of the same memory. A store shares it with its snapshots and branches.
  let fence: ReadFence
  /// The lock of the thread that writes; nil in a snapshot.
  private let ownWriter: WriterLock?
  private let snapshotWriter = AtomicLazyReference<WriterLock>()
  /// The middleware, which takes part in all writes.
  let allMiddleware = MiddlewareList()
  /// Records queries while finders are watched; nil in a snapshot.
  let finderLogs: FinderLogs?
  /// The adapters for records that are not in memory.
  let adapters: [any StorageAdapter]
  /// Those of the adapters that have transactions.
  let transactional: [any TransactionalAdapter]
  /// Those of the adapters that find records by themselves.
  let rowFinding: [any RowFinding]
  /// Whether one of the adapters keeps values in another form than memory does.
  let statesForms: Bool
  /// Whether the store belongs to a branch of another store. Middleware reads it to distinguish commits of a branch,
  /// which may never be merged, from commits of the main store.
  ///
  /// It is false for a snapshot, which has no commits, also for a snapshot of a branch. While a branch is updated, it
  /// is true for the store that commit checks see.
  public let isBranch: Bool
  /// What each commit is written to; nil for a store that is only in memory.
  package let log: (any CommitLog)?
  /// What gives the numbers of ids, also in branches, if several processes share the store.
  let numbering: (any NumberGiving)?
  /// The file to which journals belong; also in snapshots and branches of an opened store, none of which may replace
  /// it.
  let journaledFile: URL?
  let unfinished = Locked(UnfinishedCalls())
  /// The threads whose next transaction is that of a call that runs again when other processes overtake it.
  let repeatedCalls = Locked<Set<ThreadNumber>>([])
  /// The files that this store last wrote or read.
  let places = Locked(RememberedFiles())
  let companionBox = Locked<(any TransactionCompanion)?>(nil)
  /// Whether there is a companion, for writes that would have to wait for the lock.
  let hasCompanion = Atomic(false)
  /// How many calls that are checked at their end are under way.
  let openCalls = Atomic(0)

  struct Published: Sendable {
    var tables = Tables()
    var commits = 0
    /// Whether any task has a transaction, so that a reader has to check whether its own task is inside.
    var hasTransaction: Bool {
      get { marks & 1 != 0 }
      set { marks = newValue ? marks | 1 : marks & ~1 }
    }
    /// Whether lookups by id are logged, which are too fast to look for a log each time.
    var logsLookups: Bool {
      get { marks & 2 != 0 }
      set { marks = newValue ? marks | 2 : marks & ~2 }
    }
    /// Whether a lookup has to look for a transaction or for a log.
    var hasMarks: Bool { marks != 0 }
    private var marks: UInt8 = 0

    init(tables: Tables, commits: Int) { (self.tables, self.commits) = (tables, commits) }
  }

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - clock: Returns the current time, for timestamps; tests can pass a clock that they control.
  ///   - ids: Generates ids; tests can pass a generator whose ids are known in advance.
  ///   - notificationCenter: The center to which notifications are posted; nil for a store that posts none.
  ///   - adapters: The adapters for models whose records are not in memory, one of each type.
  public convenience init(
    clock: @escaping @Sendable () -> Date = { Date() }, ids: IDGenerator = .standard,
    notificationCenter: NotificationCenter? = .default, adapters: [any StorageAdapter] = []
  ) {
    let fence = ReadFence()
    self.init(
      tables: Tables(fence), commits: 0, isSnapshot: false, fence: fence, clock: clock, ids: ids,
      notificationCenter: notificationCenter, adapters: adapters)
    #if DEBUG
      DefaultStoreWarning.add(self)
    #endif
  }

  /// Creates a store with records that were stored, whose commits are written to a log.
  package convenience init(
    _ records: StoredRecords, log: any CommitLog, clock: @escaping @Sendable () -> Date, ids: IDGenerator,
    notificationCenter: NotificationCenter?, adapters: [any StorageAdapter]
  ) {
    self.init(
      tables: records.tables, commits: records.commits, isSnapshot: false, fence: records.fence, clock: clock, ids: ids,
      notificationCenter: notificationCenter, adapters: adapters, log: log)
    #if DEBUG
      DefaultStoreWarning.add(self)
    #endif
  }

  /// Creates a snapshot with records that were stored.
  ///
  /// - Parameter file: The file of the opened store that had them; nil for records of no file.
  package convenience init(snapshotOf records: StoredRecords, in file: URL? = nil) {
    self.init(
      tables: records.tables, commits: records.commits, isSnapshot: true, fence: records.fence, clock: { Date() },
      ids: .standard, journaledFile: file)
  }

  /// The lock of the thread that writes. Creating its locks takes a third of the time of a snapshot. Snapshots are not
  /// written to, so a snapshot gets its lock on first use.
  var writer: WriterLock { ownWriter ?? snapshotWriter.load() ?? snapshotWriter.storeIfNil(WriterLock()) }

  private init(
    tables: Tables, commits: Int, isSnapshot: Bool, isScratch: Bool = false, fence: ReadFence,
    clock: @escaping @Sendable () -> Date, ids: IDGenerator, notificationCenter: NotificationCenter? = nil,
    isBranch: Bool = false, adapters: [any StorageAdapter] = [], log: (any CommitLog)? = nil,
    numbering: (any NumberGiving)? = nil, journaledFile: URL? = nil
  ) {
    self.numbering = log?.sharing == nil ? numbering : log
    (self.log, self.journaledFile) = (log, log?.file ?? journaledFile)
    delivery = CommitDelivery(notificationCenter)
    self.fence = fence
    ownWriter = isSnapshot ? nil : WriterLock()
    published = PublishedValue(Published(tables: tables, commits: commits), fence.inPlace)
    (self.isSnapshot, self.isScratch) = (isSnapshot, isScratch)
    // Lookups by id take the way on which they are logged, or the quick way.
    finderLogs =
      isSnapshot
      ? nil : FinderLogs { [published] logs in published.change { $0.logsLookups = logs.isLogging } }
    self.clock = clock
    self.ids = ids
    (self.isBranch, self.adapters) = (isBranch, adapters)
    transactional = adapters.compactMap { $0 as? any TransactionalAdapter }
    rowFinding = adapters.compactMap { $0 as? any RowFinding }
    statesForms = adapters.contains { $0 is any StoredFormStating }
  }

  /// The number of commits so far.
  public var commitCount: Int { published.read { $0.commits } }

  /// The center to which notifications are posted; nil if none are posted, as in a snapshot.
  public var notificationCenter: NotificationCenter? { delivery.center }

  // MARK: - Reading

  /// Returns a store that has the records that the caller sees now, and never changes.
  ///
  /// ```swift
  /// let before = store.snapshot()
  /// try store.table(Todo.self).deleteAll()
  /// before.table(Todo.self).count   // => 2
  /// ```
  ///
  /// - Complexity: O(1), in time and memory, at any size. Memory that is changed later is kept in both versions
  ///   while the snapshot exists.
  public func snapshot() -> Store {
    copy(isSnapshot: true)
  }

  /// Returns another store with the tables that the calling task sees now.
  func copy(isSnapshot: Bool, isScratch: Bool = false, _ notificationCenter: NotificationCenter? = nil) -> Store {
    let (tables, commits) = current
    let copy = Store(
      tables: tables, commits: commits, isSnapshot: isSnapshot, isScratch: isScratch, fence: fence, clock: clock,
      ids: ids, notificationCenter: notificationCenter, isBranch: !isSnapshot, numbering: numbering,
      journaledFile: journaledFile)
    if !isSnapshot { for piece in allMiddleware.list { copy.allMiddleware.add(piece) } }
    return copy
  }

  /// A snapshot of the published tables, without the writes of the calling task's transaction.
  var publishedCopy: Store {
    let (tables, commits) = published.read { ($0.tables, $0.commits) }
    return snapshot(of: tables, commits: commits)
  }

  /// Returns a snapshot of tables that share memory with those of this store.
  func snapshot(of tables: Tables, commits: Int) -> Store {
    Store(
      tables: tables, commits: commits, isSnapshot: true, fence: fence, clock: clock, ids: ids,
      journaledFile: journaledFile)
  }

  private var current: (Tables, Int) {
    let (tables, commits, hasTransaction) = published.read { ($0.tables, $0.commits, $0.hasTransaction) }
    if hasTransaction, let transaction { return (transaction.tables ?? tables, commits) }
    return (tables, commits)
  }

  /// The tables that the calling task sees now: those of its open transaction, or else the published ones.
  var tables: Tables { current.0 }

  deinit { fence.readerIsDone() }

  /// Calls `body` with all tables, as the calling task sees them now.
  func read<Result, Failure>(_ body: (Tables) throws(Failure) -> Result) throws(Failure) -> Result {
    let tables = tables
    defer { withExtendedLifetime(tables) { fence.readerIsDone() } }
    return try body(tables)
  }

  /// Calls `body` with one table, as the calling task sees it now.
  @inlinable @inline(__always) func read<Result>(_ layout: TableLayout, _ body: (TableVersion) -> Result) -> Result {
    let version = version(layout)
    defer { readerIsDone(with: version) }
    return body(version)
  }

  @usableFromInline
  func readerIsDone(with version: TableVersion) { withExtendedLifetime(version) { fence.readerIsDone() } }

  /// Returns one table, as the calling task sees it now. A reader that does not hold the writer lock has to call
  /// ``readerIsDone(with:)`` afterwards, as ``read(_:_:)`` does.
  @usableFromInline func version(_ layout: TableLayout) -> TableVersion {
    let (version, hasTransaction) = latest(layout.slot)
    if hasTransaction, let transaction, let own = transaction.version(layout) { return own }
    return version ?? TableVersion(layout)
  }

  /// Returns one table for a query, as the calling task sees it now: it may have only the rows that meet the
  /// conditions. It is read as that of ``version(_:)`` is.
  func version(_ layout: TableLayout, for query: Query) -> TableVersion {
    let (version, hasTransaction) = latest(layout.slot)
    guard hasTransaction, let transaction else { return version ?? TableVersion(layout) }
    if let table = transaction.pendingTable(layout) {
      defer { readerIsDone(with: table.version) }
      if let few = table.fewRows(for: query) { return few }
    }
    return transaction.version(layout) ?? version ?? TableVersion(layout)
  }

  /// Returns the published version of one table, which is nil if it never had records, and whether any task has a
  /// transaction or lookups are logged.
  ///
  /// - Parameter slot: The number of the model.
  @usableFromInline func latest(_ slot: Int) -> (TableVersion?, hasTransaction: Bool) {
    published.read { ($0.tables.version(slot), $0.hasMarks) }
  }
}
