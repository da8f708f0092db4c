#if SQLite
  public import Foundation
  public import MotionModel
  public import MotionModelSQL

  extension DatabaseFollower {
    /// Fills a store from the tables of models in an SQLite file, and begins to follow them.
    ///
    /// ```swift
    /// let follower = try DatabaseFollower(of: file, in: store, models: [FollowedModel(Todo.self)])
    /// ```
    ///
    /// Triggers, which work in all programs, note the rows that change in a table of the file. The follower looks every
    /// few milliseconds whether another connection has committed. What was committed between two looks is one
    /// changeset: each transaction is in one changeset as a whole. See <doc:Following>.
    ///
    /// - Parameters:
    ///   - file: The file, which is created if it does not exist.
    ///   - store: The store, of which no other follower has these models.
    ///   - models: The models, whose tables are created if they do not exist.
    ///   - interval: How long it waits between two looks.
    /// - Throws: `SQLError` when the file cannot be used, or `FollowerError`.
    /// - Complexity: O(*n*) in the number of records.
    public convenience init(
      of file: URL, in store: Store, models: [FollowedModel], every interval: Duration = .milliseconds(5)
    ) throws {
      let database = try SQLiteDatabase(file.path, keepsForeignKeys: true)
      let replica = try Replica(models, in: store, .sqlite)
      let table = SQLiteChangeTable(replica: replica, database: database, keeper: SQLKeeper(database))
      try self.init(replica, of: SQLiteFollowerLoop(table, file.path, interval))
    }
  }

  /// The thread of a follower: it looks whether the file has changed, and takes in the changes.
  final class SQLiteFollowerLoop: FollowedDatabase {
    private let table: SQLiteChangeTable
    private let path: String
    private let interval: Duration
    private let thread = FollowerThread()

    init(_ table: SQLiteChangeTable, _ path: String, _ interval: Duration) {
      (self.table, self.path, self.interval) = (table, path, interval)
    }

    func start() throws {
      try table.prepare()
      let connection = try SQLiteConnection(path, isReadOnly: true)
      let versions = try connection.versions()
      try table.fill(connection)
      thread.start { [self] in run(connection, versions) }
    }

    func stop() { if thread.stop() { table.replica.end(nil) } }

    var timeout: Duration { .seconds(30) }

    func latestCommit() throws -> FollowedCommit {
      try table.database.read { connection throws(SQLError) in try SQLiteChangeTable.latest(in: connection) }
    }

    func commit(_ changes: Changeset) throws -> FollowedCommit {
      try table.keeper.commit(changes)
      let commit = try latestCommit()
      thread.wake()
      return commit
    }

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
