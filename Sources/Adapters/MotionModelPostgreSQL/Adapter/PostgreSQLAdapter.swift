#if PostgreSQL
  public import MotionModel
  @_exported public import MotionModelSQL

  /// Keeps the records of models in a database of a PostgreSQL server.
  ///
  /// ```swift
  /// struct Page: Model { typealias Adapter = PostgreSQLAdapter; … }
  ///
  /// let server = try PostgreSQLServer("postgres://shop@db.example.com/shop?sslmode=verify-full")
  /// let store = Store(adapters: [try PostgreSQLAdapter(server)])
  /// try store.table(Page.self).create { $0.title = "Home" }
  /// try store.table(Page.self).records.where(\.title == "Home").all
  /// ```
  ///
  /// The table of a model is created when the model is first used. A table that exists must be as the schema wants it;
  /// otherwise reading and writing throw `SQLError.otherTable` until ``migrate(_:indexesConcurrently:)`` has changed
  /// it. Answers are those of memory, to the last string, nil and NaN; see <doc:MotionModelPostgreSQL>.
  ///
  /// Statements of your own, plans and migrations are those of every `SQLAdapter`.
  ///
  /// Any thread may use it. Each call takes a connection of a pool, and waits for one if all are in use.
  ///
  /// ## Topics
  /// ### Connecting
  /// - ``init(_:limits:constraints:)``
  /// - ``PostgreSQLServer``
  /// - ``PostgreSQLLimits``
  /// - ``connections``
  /// ### Together with other programs
  /// - ``withLock(_:_:)``
  /// ### Tables
  /// - ``migrate(_:indexesConcurrently:)``
  public final class PostgreSQLAdapter: SQLAdapter, RelatedAnswering, SummaryAnswering, StoredFormStating, IDGiving,
    SnapshotReading, RowFinding
  {
    /// What the adapter knows of its database.
    public let keeper: SQLKeeper
    private let pool: PostgreSQLPool

    /// Connects to a database.
    ///
    /// - Parameters:
    ///   - server: The server, the database and the user.
    ///   - limits: The number of connections, and the time-outs.
    ///   - constraints: Whether the tables that it makes have the unique indexes of rules and the foreign keys of
    ///     relations whose parent must exist.
    /// - Throws: `SQLError.notConnected` when the server cannot be reached or refuses the user, is older than
    ///   PostgreSQL 13, or does not keep strings as UTF-8.
    public init(
      _ server: PostgreSQLServer, limits: PostgreSQLLimits = PostgreSQLLimits(), constraints: Bool = true
    ) throws(SQLError) {
      pool = try PostgreSQLPool(server, limits)
      keeper = SQLKeeper(pool, constrains: constraints)
    }

    /// Calls `body` while no other program that uses the database has the lock of a name: for work that one program
    /// does at a time. The lock has a connection of its own, and ends with it if the program ends.
    ///
    /// ```swift
    /// try adapter.withLock("nightly report") { try store.transaction { … } }
    /// ```
    ///
    /// - Throws: What `body` throws; `SQLError.busy` when another program has the lock for longer than
    ///   `PostgreSQLLimits(lock:)`.
    public func withLock<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
      try pool.withLock(name, body)
    }

    /// How many connections to the server are in use, and how many wait to be used.
    public var connections: (used: Int, idle: Int) { (pool.usedCount, pool.idleCount) }

    /// Makes the tables of models as their schemas want them, all or none.
    ///
    /// - Parameters:
    ///   - models: The models.
    ///   - indexesConcurrently: Whether new indexes of older tables are made by `CREATE INDEX CONCURRENTLY` when all
    ///     else is committed, so that others can write meanwhile. One that fails is made by the next call. Each has the
    ///     time of a statement, so raise `PostgreSQLLimits(statement:)` for large tables.
    public func migrate(_ models: [any Model.Type], indexesConcurrently: Bool = false) throws(SQLError) {
      try keeper.migrate(models, isConcurrent: indexesConcurrently)
    }
  }
#endif
