#if PostgreSQL
  import CMotionModelPostgreSQL
  package import MotionModelSQL

  extension PostgreSQLConnection {
    /// Calls `body`, which runs these statements in this order, and nothing else.
    ///
    /// Few rows are sent before, with the question for the mark of the transaction, and take one round trip.
    package func expecting(_ batches: [SQLBatch], _ body: () throws -> Void) throws {
      let (question, rowCount) = (markStatement, batches.reduce(0) { $0 + $1.count })
      let prepared = (batches.map(\.text) + [question.text]).compactMap { statements[$0] }
      guard (1..<Self.copiedRowCount).contains(rowCount), prepared.count > batches.count, !isBroken else {
        return try body()
      }
      for batch in batches { try batch.bindings.checkLengths(batch.text) }
      try open()
      mayHaveWritten = true
      try pipelining {
        for (batch, prepared) in zip(batches, prepared) {
          send(batch.text, PostgreSQLBindings(batch.bindings), 0..<batch.count, prepared)
        }
        send(question.text, PostgreSQLBindings(SQLRows(columnCount: 0)), 0..<1, prepared.last)
      } receiving: {
        isAhead = true
        defer { isAhead = false }
        try body()
        knownMark = try mark()
      }
    }

    /// Runs a statement that writes, once for each row of values, up to the first that is refused.
    package func write(_ batch: SQLBatch) throws(SQLBatchFailure) -> SQLBatchResult {
      if isAhead { return try answers(to: batch, 0..<batch.count) }
      let prepared: PreparedName?
      do throws(SQLError) {
        try checkUsable(batch.text)
        try open()
        mayHaveWritten = true
        try batch.bindings.checkLengths(batch.text)
        if try hasCopied(batch) { return SQLBatchResult() }
        prepared = try self.prepared(batch.text, bindingCount: batch.bindings.columnCount)
      } catch {
        throw SQLBatchFailure(index: 0, error: error)
      }
      var result = SQLBatchResult()
      let bindings = PostgreSQLBindings(batch.bindings)
      // The answers to this many statements fit into the buffers of a socket, so that neither side waits for the other.
      for start in stride(from: 0, to: batch.count, by: 100) {
        let range = start..<min(start + 100, batch.count)
        result = try pipelining {
          send(batch.text, bindings, range, prepared)
        } receiving: { () throws(SQLBatchFailure) in
          try answers(to: batch, range, behind: result)
        }
      }
      return result
    }

    /// Awaits the answers to a statement for some rows, and adds them to those for the rows before.
    private func answers(
      to batch: SQLBatch, _ range: Range<Int>, behind former: SQLBatchResult = SQLBatchResult()
    ) throws(SQLBatchFailure) -> SQLBatchResult {
      var result = former
      for row in range {
        do throws(SQLError) {
          result.add(try rows(batch.text).rows, ofRun: row)
        } catch {
          throw SQLBatchFailure(index: row, error: error)
        }
      }
      return result
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
      } catch SQLError.notUnique, SQLError.refused, SQLError.constraint {
        try unstopped { () throws(SQLError) in try command("ROLLBACK TO SAVEPOINT motionmodel_copy") }
        return false
      }
    }

    private func copy(_ rows: [UInt8], _ statement: String) throws(SQLError) {
      try checkUsable(statement)
      PQsendQuery(handle, statement)
      try awaitAnswer(statement)
      guard let result = PQgetResult(handle) else { throw lost(statement, server.sentence(PQerrorMessage(handle))) }
      let failure = PQresultStatus(result) == PGRES_COPY_IN ? nil : PostgreSQLFailure(result, statement).error
      PQclear(result)
      guard let failure else {
        send(rows)
        _ = try self.rows(statement)
        return
      }
      _ = try? self.rows(statement)
      // A copy is refused for reasons that mean something else where a prepared statement is: row-level security.
      if case .refused = failure { throw failure }
      throw noted(failure)
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
  }
#endif
