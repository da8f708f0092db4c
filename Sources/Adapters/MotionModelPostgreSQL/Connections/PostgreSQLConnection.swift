#if PostgreSQL
  import CMotionModelPostgreSQL
  import Foundation
  package import MotionModelSQL

  /// One connection to a server, with its prepared statements.
  ///
  /// It has no lock and is `Sendable` only because its owner lets one thread use it at a time; see ``PostgreSQLPool``.
  package final class PostgreSQLConnection: SQLConnection, @unchecked Sendable {
    package static let dialect = SQLDialect.postgresql

    let server: PostgreSQLServer
    let limits: PostgreSQLLimits
    package let observers: SQLObservers
    let handle: OpaquePointer
    var statements: PreparedNames
    /// How many cursors were made, which gives them names.
    private var cursorCount = 0
    /// Whether the connection cannot be used any more.
    package internal(set) var isBroken = false
    /// Whether the transaction that is open may have written.
    var mayHaveWritten = false
    /// The statement that begins the transaction, until it is sent together with the first one inside.
    var opening: String?
    /// Whether the statements that are run were sent before, and their answers are awaited in order.
    var isAhead = false
    /// The mark of the transaction, if it has come with the answers to what was written.
    var knownMark: TransactionMark?
    private(set) lazy var markStatement = Self.markStatement(limits)
    /// Since when the server runs without a crash; see ``TransactionMark``.
    private(set) var era = ""
    /// Whether a task that is cancelled stops the statement that runs.
    private var isStoppable = true
    /// Whether the server has received a request to cancel the running statement.
    private var isStopped = false
    /// Whether a statement was refused because its table has changed since it was prepared.
    private(set) var hasOldStatements = false
    /// Whether the server has to forget the statements that were prepared.
    private var mustForget = false
    /// How often tables had changed when statements were prepared, as far as the pool has seen.
    var tableChangeCount = 0
    /// When the server has answered last, as far as was noted.
    private var lastUse = ContinuousClock.now

    /// Connects to a server.
    package init(
      _ server: PostgreSQLServer, _ limits: PostgreSQLLimits, _ observers: SQLObservers = SQLObservers()
    ) throws(SQLError) {
      (self.server, self.limits, self.observers) = (server, limits, observers)
      statements = PreparedNames(limit: limits.keepsStatements ? 64 : 0)
      handle = try server.connect(timeout: limits.connecting)
      try prepareSession()
    }

    deinit { PQfinish(handle) }

    /// Checks what the adapter needs of the server, and sets the time-outs.
    private func prepareSession() throws(SQLError) {
      if PQserverVersion(handle) < 130_000 {
        throw .notConnected(to: "\(server)", reason: "the server is older than PostgreSQL 13")
      }
      let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? ""
      if encoding != "UTF8" {
        throw .notConnected(to: "\(server)", reason: "its encoding is \(encoding) and not UTF8")
      }
      // Behind a proxy, these settings would be those of other programs that get the connection next.
      let timeouts: SQLText =
        """
        set_config('statement_timeout', \(bind: Self.milliseconds(limits.statement)), FALSE), \
        set_config('lock_timeout', \(bind: Self.milliseconds(limits.lock)), FALSE),
        """
      era = try run(
        """
        SELECT \(sql: Self.era), \(sql: limits.keepsStatements ? timeouts : "") \
        set_config('standard_conforming_strings', 'on', FALSE), set_config('extra_float_digits', '1', FALSE), \
        set_config('bytea_output', 'hex', FALSE), set_config('DateStyle', 'ISO', FALSE), \
        set_config('client_min_messages', 'error', FALSE)
        """
      ).text(0, 0)
    }

    private static func milliseconds(_ duration: Duration) -> SQLValue {
      .text("\(Int(max(1, min(duration / .milliseconds(1), 1e9))))")
    }

    /// Whether the connection may be used for another statement. After a request to cancel it may not, because the
    /// server may act on it late.
    package var isUsable: Bool { !isBroken && !isStopped }

    /// Notes that the server has just answered.
    func noteUse() { lastUse = .now }

    /// Whether the server is still there, as far as is known without a statement.
    package var isAlive: Bool {
      if !isUsable || PQstatus(handle) != CONNECTION_OK { return false }
      // A look costs a system call, which is a part of the time of a short statement. A connection that ends meanwhile
      // is an error of the next call.
      if .now - lastUse < Self.trust { return true }
      // An idle server sends nothing unless it ends the connection.
      var state = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      return poll(&state, 1, 0) == 0
    }

    /// How long a connection that has answered is taken for alive.
    private static let trust = Duration.milliseconds(1)

    // MARK: - Statements

    /// Runs a statement that was put together before, and replaces rows by its rows.
    package func run(_ text: String, _ bindings: SQLRows, into rows: inout SQLRows) throws(SQLError) {
      if !text.hasPrefix("SELECT") { mayHaveWritten = true }
      rows = try observing(text) { () throws(SQLError) in try answer(to: text, bindings) }
    }

    func observing(_ text: String, _ body: () throws(SQLError) -> SQLRows) throws(SQLError) -> SQLRows {
      try observers.observing(text, rowCount: \.count, error: { $0 }, body)
    }

    private func answer(to text: String, _ bindings: SQLRows) throws(SQLError) -> SQLRows {
      if isAhead { return try rows(text).rows }
      try checkUsable(text)
      try bindings.checkLengths(text)
      let prepared = try prepared(text, bindingCount: bindings.columnCount)
      let rows = try exchange(text) { send(text, PostgreSQLBindings(bindings), 0..<1, prepared) }
      if rows.hasBinaryForms { prepared?.isBinary = true }
      return rows.rows
    }

    /// Returns the rows of a statement that reads, some at a time. The server forgets them behind the last one, or with
    /// the transaction.
    package func cursor(_ text: SQLText) throws(SQLError) -> SQLCursor {
      cursorCount += 1
      let name = "motionmodel_\(cursorCount)"
      try run("DECLARE \(name: name) NO SCROLL CURSOR FOR \(sql: text)")
      return SQLCursor { [self] count throws(SQLError) in
        let rows = try rows(of: "FETCH \(count) FROM \"\(name)\"")
        if rows.count < count { try command("CLOSE \"\(name)\"") }
        return rows
      }
    }

    func checkUsable(_ statement: String) throws(SQLError) {
      if isBroken { throw .connectionLost(statement: statement, reason: "the connection was given up before") }
    }

    // MARK: - Prepared statements

    /// Prepares a statement unless it is prepared already, and returns it; nil if it is not kept.
    func prepared(_ text: String, bindingCount: Int) throws(SQLError) -> PreparedName? {
      // A long statement with many values is rarely repeated, and takes much memory.
      if !limits.keepsStatements || bindingCount > 100 { return nil }
      if mustForget {
        mustForget = false
        try command("DEALLOCATE ALL")
      }
      if let prepared = statements[text] { return prepared }
      let (added, former) = statements.insert(text)
      if let former { try command("DEALLOCATE \(former)") }
      do throws(SQLError) {
        _ = try exchange(text) { PQsendPrepare(handle, added.name, text, 0, nil) }
      } catch {
        statements.remove(text)
        throw error
      }
      return added
    }

    /// Forgets all prepared statements, so that each is prepared again.
    func forgetStatements() {
      (hasOldStatements, mustForget) = (false, true)
      statements.removeAll()
    }

    /// Runs a statement of ours that has no values.
    func command(_ text: String) throws(SQLError) { _ = try rows(of: text) }

    /// Runs a statement of ours that has no values, and returns its rows.
    private func rows(of text: String) throws(SQLError) -> SQLRows {
      try observing(text) { () throws(SQLError) in
        try checkUsable(text)
        return try exchange(text) { sendPlain(text) }.rows
      }
    }

    private func sendPlain(_ text: String) { PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 0) }

    /// Sends a statement, and returns its rows. The first one of a transaction follows `BEGIN` without a wait.
    private func exchange(
      _ text: String, _ send: () -> Void
    ) throws(SQLError) -> (rows: SQLRows, hasBinaryForms: Bool) {
      guard let opening = opening.take() else {
        send()
        return try rows(text)
      }
      return try pipelining {
        sendPlain(opening)
        send()
      } receiving: { () throws(SQLError) in
        _ = try observing(opening) { () throws(SQLError) in try rows(opening).rows }
        return try rows(text)
      }
    }

    /// Calls `send`, which sends several statements, and then `receive`, which awaits their answers in order, up to the
    /// first that is refused.
    func pipelining<Result, Failure: Error>(
      _ send: () -> Void, receiving receive: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      PQenterPipelineMode(handle)
      send()
      PQpipelineSync(handle)
      defer { endPipeline() }
      return try receive()
    }

    /// Passes over the answers that were not awaited, up to the end of the pipeline.
    private func endPipeline() {
      repeat {
        if isBroken || (try? awaitAnswer("SYNC")) == nil { return }
        PQclear(PQgetResult(handle))
        if PQstatus(handle) != CONNECTION_OK { isBroken = true }
      } while PQexitPipelineMode(handle) == 0
    }

    /// Sends a statement with some rows of values. What goes wrong is seen when the answers are awaited.
    func send(_ text: String, _ bindings: PostgreSQLBindings, _ rows: Range<Int>, _ prepared: PreparedName?) {
      for row in rows {
        _ = bindings.withPointers(row: row) { count, types, pointers, lengths, formats in
          if let prepared {
            PQsendQueryPrepared(
              handle, prepared.name, count, pointers, lengths, formats, prepared.isBinary ? 1 : 0)
          } else {
            PQsendQueryParams(handle, text, count, types, pointers, lengths, formats, 0)
          }
        }
      }
    }

    // MARK: - Answers

    /// Returns the rows of the statement that was sent last, or in a pipeline of the next one.
    ///
    /// - Returns: The rows, and whether all their columns have types whose binary form is read.
    func rows(_ statement: String) throws(SQLError) -> (rows: SQLRows, hasBinaryForms: Bool) {
      var (rows, failure, hasBinaryForms) = (SQLRows?.none, PostgreSQLFailure?.none, false)
      while true {
        try awaitAnswer(statement)
        guard let result = PQgetResult(handle) else { break }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
          (rows, hasBinaryForms) = (SQLRows(result), SQLRows.hasBinaryForms(result))
        default: failure = failure ?? PostgreSQLFailure(result, statement)
        }
      }
      if PQstatus(handle) != CONNECTION_OK { throw lost(statement, server.sentence(PQerrorMessage(handle))) }
      if let failure { throw noted(failure.error) }
      // It was not sent.
      guard let rows else {
        throw .refused(statement: statement, code: "", reason: server.sentence(PQerrorMessage(handle)))
      }
      return (rows, hasBinaryForms)
    }

    /// Waits until a part of the answer is there.
    func awaitAnswer(_ statement: String) throws(SQLError) {
      // When it was first seen that the answer takes long.
      var start: ContinuousClock.Instant?
      while PQisBusy(handle) == 1 {
        var state = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // Between two waits it is seen whether the task was cancelled.
        let found = poll(&state, 1, isStoppable ? Self.pause : 1000)
        if found < 0 && errno == EINTR { continue }
        if found == 0 {
          // The server ends a statement at its time-out; a server that cannot is given up.
          let since = start ?? .now
          start = since
          if .now - since >= limits.statement + .seconds(5) {
            throw lost(statement, "the server did not answer in time")
          }
          if Task.isCancelled { stop() }
          continue
        }
        if PQconsumeInput(handle) == 0 { throw lost(statement, server.sentence(PQerrorMessage(handle))) }
      }
    }

    /// How many milliseconds pass until it is seen that the task was cancelled.
    private static let pause: Int32 = 20

    /// Asks the server to stop the statement that runs. The answer to it comes then, and says so if it was stopped.
    private func stop() {
      if isStopped || !isStoppable { return }
      isStopped = true
      guard let cancellation = PQgetCancel(handle) else { return }
      defer { PQfreeCancel(cancellation) }
      var reason = [CChar](repeating: 0, count: 256)
      _ = PQcancel(cancellation, &reason, Int32(reason.count))
    }

    /// Calls `body`, whose statements are not stopped when the task is cancelled.
    @discardableResult
    func unstopped<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
      let before = isStoppable
      isStoppable = false
      defer { isStoppable = before }
      return try body()
    }

    func lost(_ statement: String, _ reason: String) -> SQLError {
      isBroken = true
      return .connectionLost(statement: statement, reason: reason)
    }

    func noted(_ error: SQLError) -> SQLError {
      switch error {
      case .connectionLost: isBroken = true
      case .timedOut(let statement) where isStopped:
        // Requests to cancel take a separate connection, so a late one might stop the next statement instead.
        isBroken = true
        return .cancelled(statement: statement)
      case _ where error.isOfOldStatement: hasOldStatements = true
      default: break
      }
      return error
    }

    /// Returns how the server would run a statement, in its words.
    package func plan(of text: SQLText) throws(SQLError) -> String {
      let rows = try run("EXPLAIN \(sql: text)")
      return (0..<rows.count).map { rows.text($0, 0) }.joined(separator: "\n")
    }
  }
#endif
