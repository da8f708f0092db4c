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
/// ### Changing as a whole
/// - ``apply(_:)``
/// - ``merge(_:_:)``
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

  /// Whether the store is there to find out what something comes to, so that nobody gets to know of its commits.
  let isScratch: Bool

  /// What readers see; changed only by the writer, in moments that are short whatever is written.
  let published: Locked<Published>
  /// Tells of commits.
  let delivery: CommitDelivery
  /// Shared by a store, its snapshots and its branches.
  let fence: ReadFence
  /// Held by the one thread that is writing.
  let writer = WriterLock()
  /// What takes part in all writes.
  let allMiddleware = MiddlewareList()
  /// What is noted of finders; nil in a snapshot.
  let watch: FinderWatch?
  /// Where records are that are not in memory.
  let adapters: [any StorageAdapter]
  /// Whether the store is a branch of another one, or is there to find out what something comes to.
  let isBranch: Bool
  /// Where files of this store were last written to or read from.
  let places = Locked(RememberedFiles())

  struct Published: Sendable {
    var tables = Tables()
    var commits = 0
    /// Whether some task has a transaction, so that readers have to look whether it is theirs.
    var hasTransaction = false
  }

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - clock: Tells the time for timestamps; tests pass one that they control.
  ///   - ids: Makes ids; tests pass one whose ids are known in advance.
  ///   - notificationCenter: Where notifications are posted; nil for a store that posts none.
  ///   - adapters: Where the records of models are kept that name another adapter than memory; one of each type.
  public convenience init(
    clock: @escaping @Sendable () -> Date = { Date() }, ids: IDGenerator = .standard,
    notificationCenter: NotificationCenter? = .default, adapters: [any StorageAdapter] = []
  ) {
    let fence = ReadFence()
    self.init(
      tables: Tables(fence), commits: 0, isSnapshot: false, fence: fence, clock: clock, ids: ids,
      notificationCenter: notificationCenter, adapters: adapters)
  }

  private init(
    tables: Tables, commits: Int, isSnapshot: Bool, isScratch: Bool = false, fence: ReadFence,
    clock: @escaping @Sendable () -> Date,
    ids: IDGenerator, notificationCenter: NotificationCenter? = nil, isBranch: Bool = false,
    adapters: [any StorageAdapter] = []
  ) {
    delivery = CommitDelivery(notificationCenter)
    self.fence = fence
    published = Locked(Published(tables: tables, commits: commits))
    (self.isSnapshot, self.isScratch) = (isSnapshot, isScratch)
    watch = isSnapshot ? nil : FinderWatch()
    self.clock = clock
    self.ids = ids
    (self.isBranch, self.adapters) = (isBranch, adapters)
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
    copy(isSnapshot: true)
  }

  /// Another store with the tables that the caller sees now.
  func copy(isSnapshot: Bool, isScratch: Bool = false, _ notificationCenter: NotificationCenter? = nil) -> Store {
    let (tables, commits) = current
    let copy = Store(
      tables: tables, commits: commits, isSnapshot: isSnapshot, isScratch: isScratch, fence: fence, clock: clock,
      ids: ids,
      notificationCenter: notificationCenter, isBranch: !isSnapshot)
    if !isSnapshot { for piece in allMiddleware.list { copy.allMiddleware.add(piece) } }
    return copy
  }

  /// A snapshot of what was published last, whatever the caller's transaction has.
  var publishedCopy: Store {
    let (tables, commits) = published.withLock { ($0.tables, $0.commits) }
    return snapshot(of: tables, commits: commits)
  }

  /// A snapshot of tables that share memory with those of this store.
  func snapshot(of tables: Tables, commits: Int) -> Store {
    Store(tables: tables, commits: commits, isSnapshot: true, fence: fence, clock: clock, ids: ids)
  }

  private var current: (Tables, Int) {
    let (tables, commits, hasTransaction) = published.withLock { ($0.tables, $0.commits, $0.hasTransaction) }
    if hasTransaction, let transaction { return (transaction.tables ?? tables, commits) }
    return (tables, commits)
  }

  /// The tables as the caller may see them now: as they were last published, or as its own open transaction has them.
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
    let (version, hasTransaction) = latest(layout)
    if hasTransaction, let transaction, let own = transaction.version(layout) { return own }
    return version ?? TableVersion(layout)
  }

  /// One table as it was last published, nil when it never had records, and whether some task has a transaction.
  @usableFromInline
  func latest(_ layout: TableLayout) -> (TableVersion?, hasTransaction: Bool) {
    published.withLock { ($0.tables.version(layout.slot), $0.hasTransaction) }
  }
}
