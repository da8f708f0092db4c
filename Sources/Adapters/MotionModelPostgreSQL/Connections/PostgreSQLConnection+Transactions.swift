#if PostgreSQL
  import Foundation
  package import MotionModelSQL

  extension PostgreSQLConnection {
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
      let number: SQLText = "CAST(pg_current_xact_id_if_assigned() AS text)"
      // A crash ends all connections. A proxy gives each transaction another one.
      if let era, limits.keepsStatements {
        return TransactionMark(number: try run("SELECT \(sql: number)").text(0, 0), era: era)
      }
      // A crash resets statistics, also where the server's first process outlives it.
      let rows = try run(
        """
        SELECT \(sql: number), CAST(pg_postmaster_start_time() AS text) || \
        COALESCE((SELECT CAST(stats_reset AS text) FROM pg_stat_bgwriter), '')
        """)
      era = rows.text(0, 1)
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
