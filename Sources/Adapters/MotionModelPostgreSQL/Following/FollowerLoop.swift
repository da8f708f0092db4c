#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelValues

  /// The thread of a follower: it connects, takes in what the server sends, and connects again.
  final class FollowerLoop: FollowedDatabase {
    /// What the names of slots and publications begin with.
    static let prefix = "motionmodel_follower_"

    private let replica: Replica
    private let tables: FollowerTables
    private let server: PostgreSQLServer
    private let limits: PostgreSQLLimits
    private let state = Locked(State())
    private let thread = FollowerThread()

    private struct State: Sendable {
      /// The server and its history, as of the latest filling. Positions of another one mean something else.
      var identity: [String?] = []
      /// The connection that has made the slot, until the thread uses it.
      var connection: ReplicationConnection?
    }

    init(_ replica: Replica, _ tables: FollowerTables, _ server: PostgreSQLServer, _ limits: PostgreSQLLimits) {
      (self.replica, self.tables, self.server, self.limits) = (replica, tables, server, limits)
    }

    var timeout: Duration { limits.statement }

    func start() throws {
      try tables.prepare(creates: true)
      let connection = try ReplicationConnection(server, timeout: limits.connecting)
      try fill(connection)
      state.withLock { $0.connection = connection }
      thread.start { [self] in run() }
    }

    /// Ends the thread, and drops what the server has for the follower.
    func stop() {
      if !thread.stop() { return }
      replica.end(nil)
      // The server needs a moment to notice that the connection is closed.
      for _ in 0..<50 {
        do throws(SQLError) {
          try tables.dropSlot()
          break
        } catch {
          guard case .refused(_, "55006", _) = error else {
            return Log.warning("The slot \(tables.name), for which the server keeps its log, is not dropped: \(error)")
          }
          Thread.sleep(forTimeInterval: 0.1)
        }
      }
      try? tables.dropPublication()
    }

    // MARK: - Writing

    func latestCommit() throws -> FollowedCommit { try tables.latestCommit() }

    func commit(_ changes: Changeset) throws -> FollowedCommit {
      do {
        try tables.keeper.commit(changes)
      } catch {
        // What the store does not know, because a table is another one, may be why.
        _ = try? tables.latestCommit()
        throw error
      }
      return try tables.latestCommit()
    }

    // MARK: - Connecting

    private func run() {
      var delay = Self.shortest
      while !thread.isStopped {
        do {
          let connection = state.withLock { $0.connection.take() }
          try follow(connection ?? ReplicationConnection(server, timeout: limits.connecting)) { delay = Self.shortest }
        } catch {
          if let failure = lasting(error) { return replica.end(failure) }
          replica.lose("\(error)")
          thread.pause(.seconds(delay * Double.random(in: 0.5...1)))
          delay = min(delay * 2, Self.longest)
        }
      }
    }

    private static let (shortest, longest) = (0.05, 10.0)

    /// Returns an error that would come again; nil for one of the connection.
    private func lasting(_ error: any Error) -> FollowerError? {
      switch error {
      case let error as LogicalMessageError: return .unexpected(reason: "\(error)")
      case SQLError.refused(_, let code, _) where Self.lostSlot.contains(code):
        replica.doubt("\(error)")
        return nil
      default: return Replica.lasting(error)
      }
    }

    /// The slot is not there, its log is gone, or it cannot be used any more.
    private static let lostSlot: Set<String> = ["42704", "58P01", "55000"]

    // MARK: - Following

    /// Takes in what the server sends, until the connection is lost or the follower is stopped.
    private func follow(_ connection: ReplicationConnection, _ isGoingOn: () -> Void) throws {
      let (identity, end) = try Self.identity(of: connection)
      // Tables may have changed meanwhile.
      _ = try tables.latestCommit()
      // A server whose log ends before the store's position was restored from an older copy.
      if replica.needsFilling || state.withLock({ $0.identity != identity }) || end < replica.status.position {
        try tables.prepare(creates: false)
        try tables.dropSlot()
        try fill(connection)
      }
      let start = replica.status.position.position
      try connection.start(slot: tables.name, publication: tables.name, from: start)
      var (reader, heard) = (TransactionReader(replica, baseType: tables.baseType), ContinuousClock.now)
      var looked = heard
      var (confirmed, confirmedAt, hasAsked) = (start, ContinuousClock.now, false)
      while !thread.isStopped {
        let event = try connection.next(within: confirmed == replica.status.position.position ? Self.patience : .zero)
        var isUrgent = false
        if let event {
          isUrgent = try take(event, and: connection, &reader)
          (heard, hasAsked) = (.now, false)
          isGoingOn()
        } else if .now - heard > .seconds(30) {
          throw SQLError.connectionLost(statement: "START_REPLICATION", reason: "the server is silent")
        }
        let (reached, now) = (replica.status.position.position, ContinuousClock.now)
        if now - looked > Self.lookingInterval {
          looked = now
          replica.note(latest: try tables.latestCommit())
        }
        if replica.needsFilling { return }
        let isSilent = !hasAsked && now - heard > .seconds(10)
        if (event == nil && reached != confirmed) || isUrgent || isSilent || now - confirmedAt > .seconds(5) {
          try connection.confirm(reached, wantsAnswer: isSilent)
          (confirmed, confirmedAt) = (reached, now)
          if isSilent { hasAsked = true }
        }
      }
    }

    /// How often the loop looks whether the tables are those that have filled the store.
    private static let lookingInterval = Duration.seconds(5)

    private static let patience = Duration.milliseconds(100)

    /// How many events are taken in before the loop looks at the time.
    private static let eventCount = 1000

    /// Takes in an event, and those that are there already.
    ///
    /// - Returns: Whether the server wants an answer.
    private func take(
      _ event: ReplicationConnection.Event, and connection: ReplicationConnection, _ reader: inout TransactionReader
    ) throws -> Bool {
      var (isUrgent, next, count) = (false, Optional(event), 0)
      while let event = next {
        if try take(event, &reader) { isUrgent = true }
        count += 1
        next = count < Self.eventCount ? try connection.next(within: .zero) : nil
      }
      return isUrgent
    }

    /// Returns whether the server wants an answer.
    private func take(_ event: ReplicationConnection.Event, _ reader: inout TransactionReader) throws -> Bool {
      switch event {
      case .message(let bytes):
        try reader.take(try LogicalMessageReader.message(bytes))
        return false
      case .reached(let position, let wantsAnswer):
        replica.advance(to: FollowedCommit(position: position))
        return wantsAnswer
      }
    }

    /// Returns the server and its timeline, and the end of its log.
    private static func identity(
      of connection: ReplicationConnection
    ) throws(SQLError) -> (identity: [String?], end: FollowedCommit) {
      let row = try connection.run("IDENTIFY_SYSTEM", timeout: .seconds(30)).first ?? []
      let end = row.count > 2 ? row[2].flatMap { FollowedCommit($0) } : nil
      return (Array(row.prefix(2)), end ?? FollowedCommit(position: .max))
    }

    // MARK: - Filling

    /// Makes a slot, and fills the store with the tables as they are when it begins.
    private func fill(_ connection: ReplicationConnection) throws {
      let (identity, _) = try Self.identity(of: connection)
      let rows = try connection.run(
        "CREATE_REPLICATION_SLOT \"\(tables.name)\" LOGICAL pgoutput EXPORT_SNAPSHOT", timeout: .seconds(300))
      guard let row = rows.first, row.count > 2, let position = row[1].flatMap({ FollowedCommit($0) }),
        let snapshot = row[2]
      else {
        throw FollowerError.unexpected(reason: "a slot without a snapshot")
      }
      try replica.fill(upTo: position) { take in try tables.read(in: snapshot, take) }
      state.withLock { $0.identity = identity }
    }
  }
#endif
