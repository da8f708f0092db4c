#if SQLite
  public import Foundation
  public import MotionModel
  public import MotionModelSQL

  /// Keeps a store in memory as the tables of an SQLite file are, whichever program writes them.
  ///
  /// ```swift
  /// let store = Store()
  /// let follower = try SQLiteFollower(of: file, in: store, models: [FollowedModel(Todo.self)])
  /// store.table(Todo.self).records.where(\.priority > 2).all      // in memory
  /// let todo = try follower.write { try store.table(Todo.self).create { $0.name = "Walk the dog" } }
  /// ```
  ///
  /// The store is filled when the follower is created. Triggers, which work in all programs, note the rows that change
  /// in a table of the file. The follower looks every few milliseconds whether another connection has committed. What
  /// was committed between two looks is one changeset: each transaction is in one changeset as a whole. See
  /// <doc:Following>.
  ///
  /// ## Topics
  /// ### Following
  /// - ``init(of:in:models:every:)``
  /// - ``cancel()``
  /// - ``status``
  /// ### Waiting
  /// - ``latestCommit()``
  /// - ``caughtUp(to:)``
  /// - ``waitUntilCaughtUp(to:timeout:)``
  public final class SQLiteFollower: Sendable {
    private let replica: Replica
    private let table: SQLiteChangeTable
    private let loop: SQLiteFollowerLoop

    /// Fills a store from the tables of models, and begins to follow them.
    ///
    /// - Parameters:
    ///   - file: The file, which is created if it does not exist.
    ///   - store: The store, of which no other follower has these models.
    ///   - models: The models, whose tables are created if they do not exist.
    ///   - interval: How long it waits between two looks.
    /// - Throws: `SQLError` when the file cannot be used, or `FollowerError`.
    /// - Complexity: O(*n*) in the number of records.
    public init(
      of file: URL, in store: Store, models: [FollowedModel], every interval: Duration = .milliseconds(5)
    ) throws {
      let database = try SQLiteDatabase(file.path, keepsForeignKeys: true)
      replica = try Replica(models, in: store, .sqlite)
      table = SQLiteChangeTable(replica: replica, database: database, keeper: SQLKeeper(database))
      loop = SQLiteFollowerLoop(table, file.path, interval)
      do { try loop.start() } catch {
        loop.stop()
        throw error
      }
    }

    deinit { loop.stop() }

    /// Stops following. The store keeps its records, which may then be written by the program. The triggers stay,
    /// because other programs may follow, too.
    public func cancel() { loop.stop() }

    /// What the follower does, and how far it is behind.
    public var status: FollowerStatus { replica.status }

    // MARK: - Waiting

    /// Returns the number of the latest change.
    ///
    /// - Throws: `SQLError`.
    public func latestCommit() throws -> FollowedCommit {
      try table.database.read { connection throws(SQLError) in try SQLiteChangeTable.latest(in: connection) }
    }

    /// Suspends the task until the store has a change and all before it.
    ///
    /// - Throws: `FollowerError.stopped`, or `CancellationError`.
    public func caughtUp(to commit: FollowedCommit) async throws { try await replica.caughtUp(to: commit) }

    /// Blocks the thread until the store has a change and all before it.
    ///
    /// - Throws: `FollowerError.stopped`, or `FollowerError.late` after the time-out.
    public func waitUntilCaughtUp(to commit: FollowedCommit, timeout: Duration = .seconds(30)) throws {
      try replica.waitUntilCaughtUp(to: commit, timeout: timeout)
    }

    // MARK: - Writing

    /// Writes records to the file, and returns when the store has them, so that the next read sees them.
    ///
    /// `body` runs in the store, with rules and hooks, as the only writer, but its changes are undone there. They are
    /// one transaction of the file, from which they come back as a commit of the store.
    ///
    /// - Returns: The result of `body`.
    /// - Throws: What a commit of the store or of ``SQLiteAdapter`` throws; nothing is written then. Or
    ///   `FollowerError.late` or `stopped`, when the file has the changes and the store has not taken them in.
    @discardableResult
    public func write<Result>(_ body: () throws -> Result) throws -> Result {
      try replica.write(body, timeout: .seconds(30)) { try commit($0) }
    }

    /// Writes records to the file like the blocking call, without blocking the task's thread.
    ///
    /// A task that is cancelled before the file was written writes nothing. Later, cancelling only ends the wait.
    @discardableResult
    public func write<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
      try await replica.write(body) { try self.commit($0) }
    }

    private func commit(_ changes: Changeset) throws -> FollowedCommit {
      try table.keeper.commit(changes)
      let commit = try latestCommit()
      loop.wake()
      return commit
    }
  }

  /// The thread of a follower: it looks whether the file has changed, and takes in the changes.
  final class SQLiteFollowerLoop: Sendable {
    private let table: SQLiteChangeTable
    private let path: String
    private let interval: Duration
    private let thread = FollowerThread()

    init(_ table: SQLiteChangeTable, _ path: String, _ interval: Duration) {
      (self.table, self.path, self.interval) = (table, path, interval)
    }

    /// Fills the store, and begins to follow.
    func start() throws {
      try table.prepare()
      let connection = try SQLiteConnection(path, isReadOnly: true)
      let versions = try connection.versions()
      try table.fill(connection)
      thread.start { [self] in run(connection, versions) }
    }

    /// Ends the thread.
    func stop() { if thread.stop() { table.replica.end(nil) } }

    /// Looks at once.
    func wake() { thread.wake() }

    private func run(_ connection: SQLiteConnection, _ first: (data: SQLValue, schema: SQLValue)) {
      var known = first
      while !thread.isStopped {
        do {
          do { try connection.checkPlace(every: .milliseconds(20)) } catch {
            return table.replica.end(.stopped(reason: "\(error)"))
          }
          let found = try connection.versions()
          if found.schema != known.schema {
            // A table that was created again has lost its triggers.
            try table.prepare()
            known = try connection.versions()
            try table.fill(connection)
          } else if found.data != known.data {
            try table.takeChanges(connection)
            known = found
          }
          thread.pause(interval)
        } catch {
          if let failure = Replica.lasting(error) { return table.replica.end(failure) }
          table.replica.lose("\(error)")
          thread.pause(.milliseconds(200))
        }
      }
    }
  }
#endif
