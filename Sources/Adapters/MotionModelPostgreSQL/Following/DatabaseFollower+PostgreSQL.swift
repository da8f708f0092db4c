#if PostgreSQL
  import Foundation
  public import MotionModel
  public import MotionModelSQL

  extension DatabaseFollower {
    /// Fills a store from the tables of models of a PostgreSQL server, and begins to follow them.
    ///
    /// ```swift
    /// let follower = try DatabaseFollower(
    ///   of: server, in: store, models: [FollowedModel(Product.self), FollowedModel(Order.self, where: \.tenant == 7)])
    /// ```
    ///
    /// From then on each transaction of the server that changes records of the models is one changeset of the store, in
    /// the order of the server's commits, exactly once. Hooks after commits, observers, live results and searches work
    /// as for commits of the store's own. See <doc:Following>.
    ///
    /// The server needs `wal_level=logical`, and the user the attribute `REPLICATION` and the ownership of the tables.
    /// The follower keeps a replication slot there until it is stopped: a slot of a program that has crashed is dropped
    /// by `dropAbandonedSlots(of:behind:)`.
    ///
    /// - Parameters:
    ///   - server: The server and the database.
    ///   - store: The store, of which no other follower has these models.
    ///   - models: The models, whose tables are created if they do not exist. What a model's required parents are has
    ///     to be followed, too.
    ///   - limits: The time-outs, and the connections for writes.
    /// - Throws: `SQLError` when the server cannot be used, or `FollowerError`.
    /// - Complexity: O(*n*) in the number of records.
    public convenience init(
      of server: PostgreSQLServer, in store: Store, models: [FollowedModel],
      limits: PostgreSQLLimits = PostgreSQLLimits()
    ) throws {
      let pool = try PostgreSQLPool(server, limits)
      let replica = try Replica(models, in: store, .postgresql)
      let name = FollowerLoop.prefix + UUID().uuidString.lowercased().replacing("-", with: "")
      var slow = limits
      slow.statement = .seconds(3600)
      let tables = FollowerTables(
        replica: replica, pool: pool, filling: try PostgreSQLPool(server, slow), keeper: SQLKeeper(pool), name: name)
      try self.init(replica, of: FollowerLoop(replica, tables, server, limits))
    }

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
      let (connection, prefix) = (try PostgreSQLConnection(server, PostgreSQLLimits()), FollowerLoop.prefix)
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
