#if PostgreSQL
  import Foundation
  public import MotionModel
  public import MotionModelSQL

  /// Keeps a store in memory as a database of a PostgreSQL server is: reads are as fast as in memory, and other
  /// programs' commits are seen soon after they are made.
  ///
  /// ```swift
  /// let store = Store()
  /// let follower = try PostgreSQLFollower(
  ///   of: server, in: store, models: [FollowedModel(Product.self), FollowedModel(Order.self, where: \.tenant == 7)])
  ///
  /// store.table(Product.self).records.where(\.price < 10).all      // in memory
  /// let order = try follower.write { try store.table(Order.self).create { $0.tenant = 7 } }
  /// follower.status.lag                                            // how far the store is behind
  /// ```
  ///
  /// The store is filled when the follower is created. From then on each transaction of the server that changes records
  /// of the models is one changeset of the store, in the order of the server's commits, exactly once. Hooks after
  /// commits, observers, live results and searches work as for commits of the store's own. See <doc:Following>.
  ///
  /// The server needs `wal_level=logical`, and the user the attribute `REPLICATION` and the ownership of the tables.
  /// The follower keeps a replication slot there until it is stopped: a slot of a program that has crashed is dropped
  /// by ``dropAbandonedSlots(of:behind:)``.
  ///
  /// ## Topics
  /// ### Following
  /// - ``init(of:in:models:limits:)``
  /// - ``cancel()``
  /// - ``status``
  /// ### Waiting
  /// - ``latestCommit()``
  /// - ``caughtUp(to:)``
  /// - ``waitUntilCaughtUp(to:timeout:)``
  public final class PostgreSQLFollower: Sendable {
    private let replica: Replica
    private let tables: FollowerTables
    private let limits: PostgreSQLLimits
    private let loop: FollowerLoop

    /// Fills a store from the tables of models, and begins to follow them.
    ///
    /// - Parameters:
    ///   - server: The server and the database.
    ///   - store: The store, of which no other follower has these models.
    ///   - models: The models, whose tables are created if they do not exist. What a model's required parents are has
    ///     to be followed, too.
    ///   - limits: The time-outs, and the connections for writes.
    /// - Throws: `SQLError` when the server cannot be used, or `FollowerError`.
    /// - Complexity: O(*n*) in the number of records.
    public init(
      of server: PostgreSQLServer, in store: Store, models: [FollowedModel],
      limits: PostgreSQLLimits = PostgreSQLLimits()
    ) throws {
      let pool = try PostgreSQLPool(server, limits)
      replica = try Replica(models, in: store, .postgresql)
      let name = Self.prefix + UUID().uuidString.lowercased().replacing("-", with: "")
      var slow = limits
      slow.statement = .seconds(3600)
      tables = FollowerTables(
        replica: replica, pool: pool, filling: try PostgreSQLPool(server, slow), keeper: SQLKeeper(pool), name: name)
      (self.limits, loop) = (limits, FollowerLoop(replica, tables, server, limits))
      do { try loop.start() } catch {
        loop.stop()
        throw error
      }
    }

    deinit { loop.stop() }

    /// Stops following. The store keeps its records, which may then be written by the program. The slot is dropped.
    public func cancel() { loop.stop() }

    /// What the follower does, and how far it is behind.
    public var status: FollowerStatus { replica.status }

    // MARK: - Waiting

    /// Asks the server for the place of the latest commit.
    ///
    /// - Throws: `SQLError`.
    public func latestCommit() throws -> FollowedCommit { try tables.latestCommit() }

    /// Suspends the task until the store has a commit and all before it.
    ///
    /// ```swift
    /// try await follower.caughtUp(to: try follower.latestCommit())
    /// ```
    ///
    /// - Throws: `FollowerError.stopped`, or `CancellationError`.
    public func caughtUp(to commit: FollowedCommit) async throws { try await replica.caughtUp(to: commit) }

    /// Blocks the thread until the store has a commit and all before it.
    ///
    /// - Throws: `FollowerError.stopped`, or `FollowerError.late` after the time-out.
    public func waitUntilCaughtUp(to commit: FollowedCommit, timeout: Duration = .seconds(30)) throws {
      try replica.waitUntilCaughtUp(to: commit, timeout: timeout)
    }

    // MARK: - Writing

    /// Writes records to the server, and returns when the store has them, so that the next read sees them.
    ///
    /// ```swift
    /// let order = try follower.write { try store.table(Order.self).create { $0.tenant = 7 } }
    /// ```
    ///
    /// `body` runs in the store, with rules and hooks, as the only writer, but its changes are undone there. They are
    /// one transaction of the server, from which they come back as a commit of the store, with all commits before it.
    ///
    /// - Returns: The result of `body`.
    /// - Throws: What a commit of the store or of `PostgreSQLAdapter` throws; nothing is written then. Or
    ///   `FollowerError.late` or `stopped`, when the server has committed and the store has not taken it in.
    @discardableResult
    public func write<Result>(_ body: () throws -> Result) throws -> Result {
      try replica.write(body, timeout: limits.statement) { try commit($0) }
    }

    /// Writes records to the server like the blocking call, without blocking the task's thread.
    ///
    /// A task that is cancelled before its commit is sent writes nothing. Later, cancelling only ends the wait.
    @discardableResult
    public func write<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
      try await replica.write(body) { try self.commit($0) }
    }

    private func commit(_ changes: Changeset) throws -> FollowedCommit {
      do {
        try tables.keeper.commit(changes)
      } catch {
        // What the store does not know, because a table is another one, may be why.
        _ = try? tables.latestCommit()
        throw error
      }
      return try tables.latestCommit()
    }

    // MARK: - Slots

    private static let prefix = "motionmodel_follower_"

    /// Drops slots and publications of followers whose programs have ended without stopping them, so that the server
    /// does not keep its log for them.
    ///
    /// A follower that was only disconnected for a while, and whose slot is dropped, fills its store again.
    ///
    /// - Parameters:
    ///   - server: The server and the database.
    ///   - bytes: How much of its log the server has to keep for such a slot.
    /// - Returns: The number of slots.
    @discardableResult
    public static func dropAbandonedSlots(of server: PostgreSQLServer, behind bytes: Int = 0) throws(SQLError) -> Int {
      let connection = try PostgreSQLConnection(server, PostgreSQLLimits())
      let slots = try connection.run(
        """
        SELECT slot_name, pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active \
        AND database = current_database() AND starts_with(CAST(slot_name AS text), \(bind: .text(prefix))) \
        AND COALESCE(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 1e18) >= \
        \(bind: .integer(Int64(bytes)))
        """)
      for row in 0..<slots.count { try connection.run("DROP PUBLICATION IF EXISTS \(name: slots.text(row, 0))") }
      return slots.count
    }
  }
#endif
