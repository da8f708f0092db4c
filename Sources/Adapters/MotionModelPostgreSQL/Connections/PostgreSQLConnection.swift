#if PostgreSQL
  import CMotionModelPostgreSQL
  import Foundation
  package import MotionModelSQL

  /// One connection to a server, with its prepared statements.
  ///
  /// It has no lock and is `Sendable` only because its owner lets one thread use it at a time; see ``PostgreSQLPool``.
  package final class PostgreSQLConnection: SQLConnection, @unchecked Sendable {
    package static let dialect = SQLDialect.postgresql

    private let server: PostgreSQLServer
    private let limits: PostgreSQLLimits
    package let observers: SQLObservers
    private let handle: OpaquePointer
    private var statements: PreparedNames
    /// How many cursors were made, which gives them names.
    private var cursorCount = 0
    /// Whether the connection cannot be used any more.
    package private(set) var isBroken = false
    /// Whether the transaction that is open may have written.
    private var mayHaveWritten = false
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
      try run(
        """
        SELECT \(sql: limits.keepsStatements ? timeouts : "") \
        set_config('standard_conforming_strings', 'on', FALSE), set_config('extra_float_digits', '1', FALSE), \
        set_config('bytea_output', 'hex', FALSE), set_config('DateStyle', 'ISO', FALSE), \
        set_config('client_min_messages', 'error', FALSE)
        """)
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

    /// Runs a statement that was put together before, and returns its rows.
    @discardableResult
    package func run(_ statement: SQLStatement) throws(SQLError) -> SQLRows {
      if !statement.text.hasPrefix("SELECT") { mayHaveWritten = true }
      return try observers.observing(statement.text, rowCount: \.count, error: { $0 }) { () throws(SQLError) in
        try answer(to: statement)
      }
    }

    private func answer(to statement: SQLStatement) throws(SQLError) -> SQLRows {
      try checkUsable(statement.text)
      let bindings = try PostgreSQLBindings(statement)
      let prepared = try prepared(statement.text, bindingCount: statement.bindings.count)
      send(statement.text, bindings, row: 0, prepared)
      let rows = try rows(statement.text)
      if let prepared, !prepared.isBinary, rows.hasBinaryForms { statements.makeBinary(statement.text) }
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

    private func checkUsable(_ statement: String) throws(SQLError) {
      if isBroken { throw .connectionLost(statement: statement, reason: "the connection was given up before") }
    }

    // MARK: - Prepared statements

    /// Prepares a statement unless it is prepared already, and returns it; nil if it is not kept.
    private func prepared(_ text: String, bindingCount: Int) throws(SQLError) -> PreparedName? {
      // A long statement with many values is rarely repeated, and takes much memory.
      if !limits.keepsStatements || bindingCount > 100 { return nil }
      if mustForget {
        mustForget = false
        try command("DEALLOCATE ALL")
      }
      if let prepared = statements[text] { return prepared }
      let (added, former) = statements.insert(text)
      if let former { try command("DEALLOCATE \(former)") }
      PQsendPrepare(handle, added.name, text, 0, nil)
      do throws(SQLError) {
        _ = try rows(text)
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
    private func command(_ text: String) throws(SQLError) { _ = try rows(of: text) }

    /// Runs a statement of ours that has no values, and returns its rows.
    private func rows(of text: String) throws(SQLError) -> SQLRows {
      try observers.observing(text, rowCount: \.count, error: { $0 }) { () throws(SQLError) in
        try checkUsable(text)
        PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 0)
        return try rows(text).rows
      }
    }

    /// Sends a statement with a row of values. What goes wrong is seen when the answer is awaited.
    private func send(_ text: String, _ bindings: PostgreSQLBindings, row: Int, _ prepared: PreparedName?) {
      _ = bindings.withPointers(row: row) { count, types, pointers, lengths, formats in
        if let prepared {
          PQsendQueryPrepared(
            handle, prepared.name, count, pointers, lengths, formats, prepared.isBinary ? 1 : 0)
        } else {
          PQsendQueryParams(handle, text, count, types, pointers, lengths, formats, 0)
        }
      }
    }

    // MARK: - Batches

    /// Runs a statement that writes, once for each row of values, up to the first that is refused.
    package func write(_ batch: SQLBatch) throws(SQLBatchFailure) -> SQLBatchResult {
      do throws(SQLError) {
        try checkUsable(batch.text)
        mayHaveWritten = true
        try batch.bindings.checkLengths(batch.text)
        if try hasCopied(batch) { return SQLBatchResult() }
      } catch {
        throw SQLBatchFailure(index: 0, error: error)
      }
      var result = SQLBatchResult()
      let bindings = PostgreSQLBindings(batch.bindings)
      // The answers to this many statements fit into the buffers of a socket, so that neither side waits for the other.
      for start in stride(from: 0, to: batch.count, by: 100) {
        try pipeline(batch, bindings, start..<min(start + 100, batch.count), &result)
      }
      return result
    }

    /// Runs a statement for some rows, without waiting for the answer to one before the next one is sent.
    private func pipeline(
      _ batch: SQLBatch, _ bindings: PostgreSQLBindings, _ range: Range<Int>, _ result: inout SQLBatchResult
    ) throws(SQLBatchFailure) {
      let prepared: PreparedName?
      do throws(SQLError) {
        prepared = try self.prepared(batch.text, bindingCount: batch.bindings.columnCount)
      } catch {
        throw SQLBatchFailure(index: range.lowerBound, error: error)
      }
      PQenterPipelineMode(handle)
      for row in range { send(batch.text, bindings, row: row, prepared) }
      PQpipelineSync(handle)
      var failure: SQLBatchFailure?
      for row in range {
        do throws(SQLError) {
          let rows = try rows(batch.text).rows
          if failure == nil { result.add(rows, ofRun: row) }
        } catch {
          if failure == nil { failure = SQLBatchFailure(index: row, error: error) }
          if isBroken { break }
        }
      }
      if !isBroken { endPipeline() }
      if let failure { throw failure }
    }

    private func endPipeline() {
      // The answer to the end of the batch.
      if (try? awaitAnswer("SYNC")) != nil { PQclear(PQgetResult(handle)) }
      if PQexitPipelineMode(handle) == 0 { isBroken = true }
    }

    /// How many rows are copied at least: the round trips of a copy take longer than a few statements.
    private static let copiedRowCount = 50
    /// How many rows one statement copies, which must end within its time-out.
    private static let copySize = 2000

    /// Inserts many rows by `COPY`, which takes a fraction of a statement for each.
    ///
    /// - Returns: Whether the rows were inserted. If not, nothing was: a statement for each row then shows which one is
    ///   refused.
    private func hasCopied(_ batch: SQLBatch) throws(SQLError) -> Bool {
      guard let target = batch.target, batch.count >= Self.copiedRowCount,
        PQtransactionStatus(handle) == PQTRANS_INTRANS
      else { return false }
      try command("SAVEPOINT motionmodel_copy")
      do throws(SQLError) {
        for start in stride(from: 0, to: batch.count, by: Self.copySize) {
          let range = start..<min(start + Self.copySize, batch.count)
          try copy(batch.bindings.copyText(range), "COPY \(target) FROM STDIN")
        }
        try command("RELEASE SAVEPOINT motionmodel_copy")
        return true
      } catch {
        switch error {
        case .notUnique, .refused, .constraint:
          try unstopped { () throws(SQLError) in try command("ROLLBACK TO SAVEPOINT motionmodel_copy") }
          return false
        default: throw error
        }
      }
    }

    private func copy(_ rows: [UInt8], _ statement: String) throws(SQLError) {
      try checkUsable(statement)
      PQsendQuery(handle, statement)
      try awaitAnswer(statement)
      guard let result = PQgetResult(handle) else { throw lost(statement, server.sentence(PQerrorMessage(handle))) }
      let isReady = PQresultStatus(result) == PGRES_COPY_IN
      let failure = isReady ? nil : PostgreSQLFailure(result, statement)
      PQclear(result)
      if isReady { send(rows) }
      guard let failure else {
        _ = try self.rows(statement)
        return
      }
      _ = try? self.rows(statement)
      // A copy is refused for reasons that mean something else where a prepared statement is: row-level security.
      if case .refused = failure.error { throw failure.error }
      throw noted(failure.error)
    }

    /// Sends the rows of a copy, which may be more bytes than one call takes.
    private func send(_ rows: [UInt8]) {
      var isTaken = true
      for start in stride(from: 0, to: rows.count, by: Self.copyPiece) where isTaken {
        isTaken = rows[start..<min(start + Self.copyPiece, rows.count)].withUnsafeBytes { piece in
          PQputCopyData(handle, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(piece.count)) == 1
        }
      }
      // Without a reason, the server would keep the rows that it has.
      PQputCopyEnd(handle, isTaken ? nil : "a part of the rows could not be sent")
    }

    /// How many bytes of a copy are sent at a time.
    private static let copyPiece = 1 << 20

    // MARK: - Answers

    /// Returns the rows of the statement that was sent last, or in a pipeline of the next one.
    ///
    /// - Returns: The rows, and whether all their columns have types whose binary form is read.
    private func rows(_ statement: String) throws(SQLError) -> (rows: SQLRows, hasBinaryForms: Bool) {
      var (rows, failure, hasBinaryForms) = (SQLRows?.none, PostgreSQLFailure?.none, false)
      while true {
        try awaitAnswer(statement)
        guard let result = PQgetResult(handle) else { break }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
          (rows, hasBinaryForms) = (SQLRows(result), SQLRows.hasBinaryForms(result))
        // The statements behind one that was refused.
        case PGRES_PIPELINE_ABORTED: rows = SQLRows(columnCount: 0)
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
    private func awaitAnswer(_ statement: String) throws(SQLError) {
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
    private func unstopped<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
      let before = isStoppable
      isStoppable = false
      defer { isStoppable = before }
      return try body()
    }

    private func lost(_ statement: String, _ reason: String) -> SQLError {
      isBroken = true
      return .connectionLost(statement: statement, reason: reason)
    }

    private func noted(_ error: SQLError) -> SQLError {
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

    // MARK: - Transactions

    /// Runs `body` in a transaction. If it throws, what it wrote is undone.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
      try begin(.writing(.readCommitted))
      mayHaveWritten = true
      let result: Result
      do {
        result = try body()
      } catch {
        rollBack()
        throw error
      }
      try commit()
      return result
    }

    /// Gives back a lock of the connection, which ends with it in any case.
    func unlock(_ statement: SQLText) {
      do { try unstopped { () throws(SQLError) in try run(statement) } } catch { isBroken = true }
    }

    /// Runs `body` in the transaction that is open, while other programs wait for a lock that ends with it.
    package func locked<Result>(
      by number: Int64, _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
      try run("SELECT pg_advisory_xact_lock(\(bind: .integer(number)))")
      return try body(self)
    }

    /// Runs `body` in a transaction that only reads, and sees the database as it was when a snapshot was exported.
    ///
    /// - Parameter snapshot: The name that the server has given to the snapshot: digits, letters and hyphens.
    package func reading<Result>(_ snapshot: String, _ body: () throws -> Result) throws -> Result {
      try begin(.reading)
      defer { rollBack() }
      let name = snapshot.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      try command("SET TRANSACTION SNAPSHOT '\(name)'")
      // The log has all rows: a policy that hides some is an error.
      try command("SET LOCAL row_security = off")
      return try body()
    }

    /// Begins a transaction.
    package func begin(_ purpose: SQLPurpose) throws(SQLError) {
      mayHaveWritten = false
      switch purpose {
      case .reading: try command("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      case .writing(.readCommitted): try command("BEGIN ISOLATION LEVEL READ COMMITTED")
      case .writing(.repeatableRead): try command("BEGIN ISOLATION LEVEL REPEATABLE READ")
      case .writing(.serializable): try command("BEGIN ISOLATION LEVEL SERIALIZABLE")
      }
    }

    /// Does nothing: the server defers only foreign keys that are declared so.
    package func deferForeignKeys() {}

    /// Undoes the transaction.
    package func rollBack() {
      if isBroken { return }
      do { try unstopped { () throws(SQLError) in try command("ROLLBACK") } } catch { isBroken = true }
    }

    /// Ends the transaction by a commit.
    ///
    /// - Throws: `SQLError.outcomeUnknown` when the connection is lost meanwhile, unless a new one says what happened.
    package func commit() throws(SQLError) {
      do throws(SQLError) {
        if !mayHaveWritten { return try command("COMMIT") }
        let mark = try mark()
        try unstopped { () throws(SQLError) in try commit(mark) }
      } catch {
        rollBack()
        throw error
      }
    }

    private func commit(_ mark: TransactionMark) throws(SQLError) {
      do throws(SQLError) {
        try run("COMMIT")
      } catch {
        // A transaction without a number has written nothing.
        guard case .connectionLost(_, let reason) = error, !mark.number.isEmpty else { throw error }
        if try !hasCommitted(mark, reason) { throw error }
      }
    }

    /// The transaction that is open, as the server knows it.
    package struct TransactionMark: Sendable {
      /// The number; empty if the transaction has written nothing.
      package let number: String
      /// The time since when the server runs without a crash. After one, it may give numbers again.
      fileprivate let era: String
    }

    /// Returns the mark of the transaction that is open.
    package func mark() throws(SQLError) -> TransactionMark {
      // A crash resets statistics, also where the server's first process outlives it.
      let rows = try run(
        """
        SELECT CAST(pg_current_xact_id_if_assigned() AS text), CAST(pg_postmaster_start_time() AS text) || \
        COALESCE((SELECT CAST(stats_reset AS text) FROM pg_stat_bgwriter), '')
        """)
      return TransactionMark(number: rows.text(0, 0), era: rows.text(0, 1))
    }

    /// Asks by new connections, for ten seconds, whether a transaction has committed.
    ///
    /// A number that the server does not know, or has given again without a commit, is of a transaction that was lost.
    /// One that has committed after a crash may be another's.
    package func hasCommitted(_ transaction: TransactionMark, _ reason: String) throws(SQLError) -> Bool {
      var brief = limits
      brief.connecting = .seconds(2)
      let end = ContinuousClock.now + .seconds(10)
      repeat {
        if let other = try? PostgreSQLConnection(server, brief), let era = try? other.mark().era {
          switch other.status(of: transaction.number) {
          case "committed" where era == transaction.era: return true
          case "committed": throw .outcomeUnknown(reason: reason)
          case "in progress" where era == transaction.era: break
          case nil: break
          default: return false
          }
        }
        Thread.sleep(forTimeInterval: 0.2)
      } while ContinuousClock.now < end
      throw .outcomeUnknown(reason: reason)
    }

    /// Returns the status of a transaction in the server's words; nil when the query fails.
    private func status(of number: String) -> String? {
      do throws(SQLError) {
        return try run("SELECT pg_xact_status(CAST(\(bind: .text(number)) AS xid8))").text(0, 0)
      } catch {
        // A number that was not given yet.
        if case .refused(_, "22023", _) = error { return "unknown" }
        return nil
      }
    }
  }
#endif
