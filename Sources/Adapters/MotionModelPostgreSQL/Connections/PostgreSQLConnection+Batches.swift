#if PostgreSQL
  import CMotionModelPostgreSQL
  package import MotionModelSQL

  extension PostgreSQLConnection {
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
  }
#endif
