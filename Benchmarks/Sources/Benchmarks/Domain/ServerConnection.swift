#if PostgreSQL
  import CLibPQ
  import Foundation

  /// A connection to a server by `libpq` alone.
  final class ServerConnection {
    let handle: OpaquePointer

    struct Refused: Error {
      /// The code that SQL gives the reason, such as `40001`.
      let code: String
      let reason: String

      /// Whether other transactions were in the way.
      var isOvertaken: Bool { code == "40001" || code == "40P01" }
    }

    init(_ address: String) throws {
      guard let handle = PQconnectdb(address), PQstatus(handle) == CONNECTION_OK else {
        throw Refused(code: "", reason: "The server does not answer.")
      }
      self.handle = handle
      try run("SET client_min_messages = error")
    }

    deinit { PQfinish(handle) }

    func run(_ text: String) throws { try check(PQexec(handle, text)) }

    func prepare(_ name: String, _ text: String) throws { try check(PQprepare(handle, name, text, 0, nil)) }

    /// Runs a prepared statement, and calls `body` with its rows.
    func run<Result>(_ name: String, _ values: [String?], _ body: (OpaquePointer?) -> Result) throws -> Result {
      let result = with(values) { PQexecPrepared(handle, name, Int32(values.count), $0, nil, nil, 0) }
      defer { PQclear(result) }
      try judge(result)
      return body(result)
    }

    /// Runs a prepared statement.
    func run(_ name: String, _ values: [String?]) throws { try run(name, values) { _ in } }

    /// Throws if a statement was refused, and frees its result.
    func check(_ result: OpaquePointer?) throws {
      defer { PQclear(result) }
      try judge(result)
    }

    private func judge(_ result: OpaquePointer?) throws {
      let status = PQresultStatus(result)
      if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return }
      let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      throw Refused(code: code ?? "", reason: String(cString: PQerrorMessage(handle)))
    }

    func with<Result>(_ values: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result) -> Result {
      let copies = values.map { $0.map { UnsafePointer<CChar>(strdup($0)) } ?? nil }
      defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
      return copies.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
#endif
