import MotionModelValues

/// The connections with which threads read one state of a database, until they have read all of it.
package final class SQLSnapshots<Connection: SQLConnection & Sendable>: Sendable {
  private let connections = Locked<[(thread: ThreadNumber, connection: Connection)]>([])

  package init() {}

  /// The connection of the calling thread; nil if it does not read one state.
  package var current: Connection? {
    connections.withLock { connections in
      if connections.isEmpty { return nil }
      let thread = ThreadNumber.current
      return connections.first { $0.thread == thread }?.connection
    }
  }

  /// Calls `body`, in which a connection is that of the calling thread.
  package func with<Result>(
    _ connection: Connection, _ body: () throws(SQLError) -> Result
  ) throws(SQLError) -> Result {
    let thread = ThreadNumber.current
    connections.withLock { $0.append((thread, connection)) }
    defer { connections.withLock { $0.removeAll { $0.thread == thread } } }
    return try body()
  }
}
