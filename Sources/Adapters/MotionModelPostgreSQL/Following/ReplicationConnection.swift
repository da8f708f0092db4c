#if PostgreSQL
  import CMotionModelPostgreSQL
  import Foundation
  import MotionModelSQL

  /// A connection to a server that sends its log. It is `Sendable` because one thread uses it at a time.
  final class ReplicationConnection: @unchecked Sendable {
    private let server: PostgreSQLServer
    private let handle: OpaquePointer

    /// What the server sends.
    enum Event {
      /// A message of the plugin.
      case message(ArraySlice<UInt8>)
      /// The server has sent all that it has up to a position.
      case reached(position: UInt64, wantsAnswer: Bool)
    }

    init(_ server: PostgreSQLServer, timeout: Duration) throws(SQLError) {
      var server = server
      server.parameters["replication"] = "database"
      self.server = server
      handle = try server.connect(timeout: timeout)
      // Values are read as text, which must not depend on settings of the database.
      for (name, value) in Self.settings { try run("SET \(name) = \(value)", timeout: timeout) }
    }

    private static let settings = [("extra_float_digits", "1"), ("bytea_output", "hex"), ("DateStyle", "ISO")]

    deinit { PQfinish(handle) }

    // MARK: - Commands

    /// Runs a command, and returns its rows.
    ///
    /// - Parameter text: A command whose parts are ours: numbers, and names of letters, digits and low lines.
    @discardableResult
    func run(_ text: String, timeout: Duration) throws(SQLError) -> [[String?]] {
      PQsendQuery(handle, text)
      var (rows, failure) = ([[String?]](), SQLError?.none)
      let end = ContinuousClock.now + timeout
      while true {
        while PQisBusy(handle) == 1 {
          if ContinuousClock.now > end { throw .timedOut(statement: text) }
          try wait(for: .milliseconds(100), text)
        }
        guard let result = PQgetResult(handle) else { break }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK: rows = Self.rows(result)
        case PGRES_COMMAND_OK: break
        case PGRES_COPY_BOTH: return []
        default: failure = failure ?? PostgreSQLFailure(result, text).error
        }
      }
      if let failure { throw failure }
      if PQstatus(handle) != CONNECTION_OK { throw lost(text) }
      return rows
    }

    private static func rows(_ result: OpaquePointer) -> [[String?]] {
      (0..<PQntuples(result)).map { row in
        (0..<PQnfields(result)).map { column in
          PQgetisnull(result, row, column) == 1 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
        }
      }
    }

    private func lost(_ text: String) -> SQLError {
      .connectionLost(statement: text, reason: server.sentence(PQerrorMessage(handle)))
    }

    /// Waits until the server has sent something, at most for a time.
    private func wait(for time: Duration, _ text: String) throws(SQLError) {
      var state = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      if poll(&state, 1, Int32(max(0, time / .milliseconds(1)))) == 0 { return }
      if PQconsumeInput(handle) == 0 { throw lost(text) }
    }

    // MARK: - The log

    private static let streaming = "START_REPLICATION"

    /// Asks the server for its log from a position on.
    func start(slot: String, publication: String, from position: UInt64) throws(SQLError) {
      let place = FollowedCommit(position: position)
      try run(
        """
        \(Self.streaming) SLOT "\(slot)" LOGICAL \(place) (proto_version '1', publication_names '"\(publication)"')
        """, timeout: .seconds(30))
    }

    /// Returns what the server sends next; nil if it sends nothing for a time.
    func next(within time: Duration) throws(SQLError) -> Event? {
      if let event = try received() { return event }
      if time > .zero { try wait(for: time, Self.streaming) }
      return try received()
    }

    private func received() throws(SQLError) -> Event? {
      var buffer: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(handle, &buffer, 1)
      defer { if let buffer { PQfreemem(buffer) } }
      if count == 0 { return nil }
      guard count > 0, let buffer else { throw endReason() }
      let bytes = UnsafeRawBufferPointer(start: buffer, count: Int(count))
      switch Unicode.Scalar(bytes[0]) {
      case "w" where count >= 25: return .message(Array(bytes)[25...])
      case "k" where count >= 18:
        let position = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
        return .reached(position: position, wantsAnswer: bytes[17] == 1)
      default: throw .refused(statement: Self.streaming, code: "", reason: "a message that is not known")
      }
    }

    /// Returns why the server has ended the log.
    private func endReason() -> SQLError {
      var failure: SQLError?
      while let result = PQgetResult(handle) {
        defer { PQclear(result) }
        if PQresultStatus(result) == PGRES_COPY_IN { break }
        if failure == nil, PQresultStatus(result) == PGRES_FATAL_ERROR {
          failure = PostgreSQLFailure(result, Self.streaming).error
        }
      }
      return failure ?? lost(Self.streaming)
    }

    /// Lets the server forget its log up to a position, and may ask it for an answer.
    func confirm(_ position: UInt64, wantsAnswer: Bool) throws(SQLError) {
      var message = [UInt8(ascii: "r")]
      for _ in 0..<3 { Self.append(position, to: &message) }
      let time = Date().timeIntervalSince1970 - Self.epoch
      Self.append(UInt64(bitPattern: Int64(time * 1e6)), to: &message)
      message.append(wantsAnswer ? 1 : 0)
      let isSent = message.withUnsafeBytes { bytes in
        PQputCopyData(handle, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count)) == 1
      }
      if !isSent || PQflush(handle) < 0 { throw lost(Self.streaming) }
    }

    /// The seconds from 1970 to 2000, from which the server counts.
    static let epoch = 946_684_800.0

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
  }
#endif
