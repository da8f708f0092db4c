package import MotionModel

/// Keeps a store in memory as a database is, whichever program writes it: reads are as fast as in memory, and other
/// programs' commits are seen soon after they are made.
///
/// ```swift
/// let store = Store()
/// let follower = try DatabaseFollower(of: file, in: store, models: [FollowedModel(Todo.self)])
/// store.table(Todo.self).records.where(\.priority > 2).all      // in memory
/// let todo = try follower.write { try store.table(Todo.self).create { $0.name = "Walk the dog" } }
/// follower.status.lag                                           // how far the store is behind
/// ```
///
/// It is created by `MotionModelSQLite` for a file, and by `MotionModelPostgreSQL` for a server; each has a guide,
/// *Following*.
///
/// ## Topics
/// ### Following
/// - ``cancel()``
/// - ``status``
/// ### Waiting
/// - ``latestCommit()``
/// - ``caughtUp(to:)``
/// - ``waitUntilCaughtUp(to:timeout:)``
public final class DatabaseFollower: Sendable {
  private let replica: Replica
  private let database: any FollowedDatabase

  /// Fills a store, and begins to follow.
  package init(_ replica: Replica, of database: any FollowedDatabase) throws {
    (self.replica, self.database) = (replica, database)
    do { try database.start() } catch {
      database.stop()
      throw error
    }
  }

  deinit { database.stop() }

  /// Stops following. The store keeps its records, which may then be written by the program. A slot of PostgreSQL is
  /// dropped. Triggers of SQLite stay, because other programs may follow, too.
  public func cancel() { database.stop() }

  /// What the follower does, and how far it is behind.
  public var status: FollowerStatus { replica.status }

  // MARK: - Waiting

  /// Asks the database for the place of the latest commit.
  ///
  /// - Throws: ``SQLError``.
  public func latestCommit() throws -> FollowedCommit { try database.latestCommit() }

  /// Suspends the task until the store has a commit and all before it.
  ///
  /// ```swift
  /// try await follower.caughtUp(to: try follower.latestCommit())
  /// ```
  ///
  /// - Throws: ``FollowerError/stopped(reason:)``, or `CancellationError`.
  public func caughtUp(to commit: FollowedCommit) async throws { try await replica.caughtUp(to: commit) }

  /// Blocks the thread until the store has a commit and all before it.
  ///
  /// - Throws: ``FollowerError/stopped(reason:)``, or `FollowerError.late` after the time-out.
  public func waitUntilCaughtUp(to commit: FollowedCommit, timeout: Duration = .seconds(30)) throws {
    try replica.waitUntilCaughtUp(to: commit, timeout: timeout)
  }

  // MARK: - Writing

  /// Writes records to the database, and returns when the store has them, so that the next read sees them.
  ///
  /// ```swift
  /// let order = try follower.write { try store.table(Order.self).create { $0.tenant = 7 } }
  /// ```
  ///
  /// `body` runs in the store, with rules and hooks, as the only writer, but its changes are undone there. They are one
  /// transaction of the database, from which they come back as a commit of the store, with all commits before it.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: What a commit of the store or of the adapter of the database throws; nothing is written then. Or
  ///   `FollowerError.late` or `stopped`, when the database has the changes and the store has not taken them in.
  @discardableResult
  public func write<Result>(_ body: () throws -> Result) throws -> Result {
    try replica.write(body, timeout: database.timeout) { try database.commit($0) }
  }

  /// Writes records to the database like the blocking call, without blocking the task's thread.
  ///
  /// A task that is cancelled before its commit is sent writes nothing. Later, cancelling only ends the wait.
  @discardableResult
  public func write<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await replica.write(body) { [database] in try database.commit($0) }
  }
}

/// A database of an engine, as a follower needs it.
package protocol FollowedDatabase: Sendable {
  /// How long a writer waits for the store.
  var timeout: Duration { get }
  /// Fills the store, and begins to follow.
  func start() throws
  /// Ends following; more than once is allowed.
  func stop()
  /// Returns a place that is not before any commit that has returned by now.
  func latestCommit() throws -> FollowedCommit
  /// Commits changes, and returns a place that is not before them.
  func commit(_ changes: Changeset) throws -> FollowedCommit
}
