#if PostgreSQL
  public import MotionModelSQL

  /// How many connections an adapter has to a server, how long its calls wait, and how its transactions see each other.
  public struct PostgreSQLLimits: Sendable, Hashable {
    /// The greatest number of connections, at least one.
    public var connections = 8
    /// How long a call waits for a connection while all are in use.
    public var waiting = Duration.seconds(10)
    /// How long it waits for the server to accept a new connection: whole seconds, at least two.
    public var connecting = Duration.seconds(10)
    /// How long a statement may take. The server stops it then. If the server does not answer a few seconds later
    /// either, the connection is given up.
    public var statement = Duration.seconds(30)
    /// How long a statement waits for the locks of others.
    public var lock = Duration.seconds(5)
    /// How far transactions see others that run at the same time.
    public var isolation = SQLIsolation.serializable
    /// How often a call that writes by itself is run again after a deadlock or a serialisation failure.
    public var retries = 25
    /// Whether connections keep prepared statements. Set it to `false` for a proxy that gives each transaction another
    /// connection, such as PgBouncer's transaction mode.
    public var keepsStatements = true

    /// Creates limits with these defaults.
    public init() {}
  }
#endif
