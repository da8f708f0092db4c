import MotionModelValues

/// What a connection is taken for.
package enum SQLPurpose: Sendable, Equatable {
  /// Several reads of one state.
  case reading
  /// A transaction that reads and writes.
  case writing(SQLIsolation)

  package var isWriting: Bool { self != .reading }
}

/// A transaction of the database on one thread, which begins with its first statement: several reads of one state, or
/// a transaction of a store.
///
/// It is `Sendable` only because one thread uses it.
package final class SQLSession<Engine: SQLEngine>: @unchecked Sendable {
  private let engine: Engine
  package let purpose: SQLPurpose
  /// The connection, once there was a statement.
  @exclusivity(unchecked) package private(set) var connection: Engine.Connection?
  @exclusivity(unchecked) fileprivate private(set) var isOver = false
  /// Whether tables were made in the transaction, which go with it.
  package var hasDefined = false

  init(_ engine: Engine, _ purpose: SQLPurpose) { (self.engine, self.purpose) = (engine, purpose) }

  /// Calls `body`, which reads.
  ///
  /// Where another program has changed a table since its statement was prepared, the database has executed nothing. If
  /// it was the first statement, the transaction can begin again.
  func read<Result>(_ body: (Engine.Connection) throws(SQLError) -> Result) throws(SQLError) -> Result {
    if let connection { return try body(connection) }
    let connection = try begin()
    do throws(SQLError) {
      return try body(connection)
    } catch {
      if error.isOfOldStatement { restart() }
      throw error
    }
  }

  /// Calls `body`, which writes, and commits the transaction. If `body` throws, all is undone.
  func write(_ body: (Engine.Connection) throws -> Void) throws {
    do {
      try body(connection ?? begin())
    } catch {
      rollBack()
      throw error
    }
    try commit()
  }

  private func begin() throws(SQLError) -> Engine.Connection {
    let connection = try engine.take(for: purpose)
    do throws(SQLError) {
      try connection.begin(purpose)
    } catch {
      engine.giveBack(connection)
      throw error
    }
    self.connection = connection
    return connection
  }

  // MARK: - Ending

  /// Ends the transaction by a commit.
  package func commit() throws(SQLError) {
    isOver = true
    guard let connection else { return }
    self.connection = nil
    defer { engine.giveBack(connection) }
    try connection.commit()
  }

  /// Ends the transaction, and undoes what it wrote.
  package func rollBack() {
    isOver = true
    restart()
  }

  /// Undoes what the transaction wrote. The next statement begins it again.
  package func restart() {
    guard let connection else { return }
    self.connection = nil
    connection.rollBack()
    engine.giveBack(connection)
  }
}

/// The transactions of a database that are open, by their threads.
package final class SQLSessions<Engine: SQLEngine>: Sendable {
  // NB: Of objects: an array whose type is known is searched in a tenth of the time of a generic one.
  private let open = Locked<[(thread: ThreadNumber, session: any AnyObject & Sendable)]>([])

  package init() {}

  /// The innermost transaction of the calling thread; nil if it has none, or has committed it.
  package var current: SQLSession<Engine>? {
    let found = open.withLock { open -> (any AnyObject & Sendable)? in
      if open.isEmpty { return nil }
      let thread = ThreadNumber.current
      return open.last { $0.thread == thread }?.session
    }
    guard let found else { return nil }
    let session = unsafeDowncast(found, to: SQLSession<Engine>.self)
    return session.isOver ? nil : session
  }

  /// Calls `body`, in which a transaction is that of the calling thread.
  func with<Result, Failure: Error>(
    _ session: SQLSession<Engine>, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    open.withLock { $0.append((ThreadNumber.current, session)) }
    defer { open.withLock { open in open.removeAll { $0.session === session } } }
    return try body()
  }
}
