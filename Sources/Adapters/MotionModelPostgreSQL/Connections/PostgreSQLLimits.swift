#if PostgreSQL
  public import MotionModelSQL

  /// How many connections an adapter has to a server, how long its calls wait, and how its transactions see each other.
  ///
  /// ```swift
  /// PostgreSQLLimits(connections: 20, lock: .seconds(1))
  /// ```
  public struct PostgreSQLLimits: Sendable, Hashable {
    package var connections: Int
    package var waiting: Duration
    package var connecting: Duration
    package var statement: Duration
    package var lock: Duration
    package var isolation: SQLIsolation
    package var retries: Int
    package var keepsStatements: Bool

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - connections: The greatest number of connections, at least one.
    ///   - waiting: How long a call waits for a connection while all are in use.
    ///   - connecting: How long it waits for the server to accept a new connection: whole seconds, at least two.
    ///   - statement: How long a statement may take. The server stops it then. If the server does not answer a few
    ///     seconds later either, the connection is given up.
    ///   - lock: How long a statement waits for the locks of others.
    ///   - isolation: How far transactions see others that run at the same time.
    ///   - retries: How often a call that writes by itself is run again after a deadlock or a serialisation failure.
    ///   - keepsStatements: Whether connections keep prepared statements. Pass `false` for a proxy that gives each
    ///     transaction another connection, such as PgBouncer's transaction mode.
    public init(
      connections: Int = 8, waiting: Duration = .seconds(10), connecting: Duration = .seconds(10),
      statement: Duration = .seconds(30), lock: Duration = .seconds(5), isolation: SQLIsolation = .serializable,
      retries: Int = 25, keepsStatements: Bool = true
    ) {
      (self.connections, self.waiting, self.connecting) = (connections, waiting, connecting)
      (self.statement, self.lock, self.isolation) = (statement, lock, isolation)
      (self.retries, self.keepsStatements) = (retries, keepsStatements)
    }
  }
#endif
