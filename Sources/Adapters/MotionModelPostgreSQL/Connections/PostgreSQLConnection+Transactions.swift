#if PostgreSQL
  import Foundation
  package import MotionModelSQL

  extension PostgreSQLConnection {
    /// Runs `body` in a transaction. If it throws, what it wrote is undone.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
      begin(.writing(.readCommitted))
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
    package func locked<Result>(by key: SQLText, _ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
      try run("SELECT pg_advisory_xact_lock(\(sql: key))")
      return try body(self)
    }

    /// Runs `body` in a transaction that only reads, and sees the database as it was when a snapshot was exported.
    ///
    /// - Parameter snapshot: The name that the server has given to the snapshot: digits, letters and hyphens.
    package func reading<Result>(_ snapshot: String, _ body: () throws -> Result) throws -> Result {
      begin(.reading)
      defer { rollBack() }
      let name = snapshot.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      try command("SET TRANSACTION SNAPSHOT '\(name)'")
      // The log has all rows: a policy that hides some is an error.
      try command("SET LOCAL row_security = off")
      return try body()
    }

    /// Begins a transaction, which takes no round trip: the server gets it with the first statement inside.
    package func begin(_ purpose: SQLPurpose) {
      (mayHaveWritten, knownMark) = (false, nil)
      opening =
        switch purpose {
        case .reading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .writing(.readCommitted): "BEGIN ISOLATION LEVEL READ COMMITTED"
        case .writing(.repeatableRead): "BEGIN ISOLATION LEVEL REPEATABLE READ"
        case .writing(.serializable): "BEGIN ISOLATION LEVEL SERIALIZABLE"
        }
    }

    /// Begins the transaction now, unless a statement has done so.
    func open() throws(SQLError) { if let opening = opening.take() { try command(opening) } }

    /// Does nothing: the server defers only foreign keys that are declared so.
    package func deferForeignKeys() {}

    /// Undoes the transaction.
    package func rollBack() {
      if isBroken || opening.take() != nil { return }
      do { try unstopped { () throws(SQLError) in try command("ROLLBACK") } } catch { isBroken = true }
    }

    /// Ends the transaction by a commit.
    ///
    /// - Throws: `SQLError.outcomeUnknown` when the connection is lost meanwhile, unless a new one says what happened.
    package func commit() throws(SQLError) {
      var mark = knownMark
      do throws(SQLError) {
        if mayHaveWritten && mark == nil { mark = try self.mark() }
        try unstopped { () throws(SQLError) in try command("COMMIT") }
      } catch {
        // A transaction without a number has written nothing.
        if case .connectionLost(_, let reason) = error, let mark, !mark.number.isEmpty {
          if try hasCommitted(mark, reason) { return }
        }
        rollBack()
        throw error
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
      let rows = try run(markStatement)
      return TransactionMark(number: rows.text(0, 0), era: limits.keepsStatements ? era : rows.text(0, 1))
    }

    /// Returns the question for the mark of the transaction that is open.
    static func markStatement(_ limits: PostgreSQLLimits) -> SQLStatement {
      // A crash ends all connections. A proxy gives each transaction another one.
      let era: SQLText = limits.keepsStatements ? "" : ", \(sql: era)"
      return ("SELECT CAST(pg_current_xact_id_if_assigned() AS text)\(sql: era)" as SQLText).statement(in: dialect)
    }

    /// Since when the server runs. A crash resets statistics, also where the server's first process outlives it.
    static var era: SQLText {
      """
      CAST(pg_postmaster_start_time() AS text) || \
      COALESCE((SELECT CAST(stats_reset AS text) FROM pg_stat_bgwriter), '')
      """
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
