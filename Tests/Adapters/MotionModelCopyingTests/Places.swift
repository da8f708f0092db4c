import Foundation
import MotionModelTestSupport
import MotionModelTool
import MotionModelValues

#if PostgreSQL
  import MotionModelPostgreSQL
  import MotionModelSQL
#endif

/// What one call of the tool printed and returned.
struct CopyRun: Equatable {
  var status: ToolStatus
  var output = ""
  var errors = ""

  /// Runs `motionmodel copy` in this process.
  init(_ words: String...) {
    let streams = Streams()
    let console = Console(
      output: { streams.output.append(contentsOf: $0) }, errors: { streams.errors.append(contentsOf: $0) },
      input: { Data() })
    status = Tool.run(["copy"] + words, on: console)
    output = String(decoding: streams.output, as: UTF8.self)
    errors = String(decoding: streams.errors, as: UTF8.self)
  }

  init(status: ToolStatus, output: String) { (self.status, self.output) = (status, output) }

  private final class Streams {
    var output: [UInt8] = []
    var errors: [UInt8] = []
  }
}

/// A kind of place that records are copied to, and from.
enum PlaceKind: String, CaseIterable {
  case json, motionmodel, jsonl, plist
  #if SQLite
    case sqlite
  #endif
  #if PostgreSQL
    case postgresql
  #endif

  /// The kinds that are here: a server may be missing.
  static var available: [PlaceKind] {
    #if PostgreSQL
      allCases.filter { $0 != .postgresql || Server.address != nil }
    #else
      allCases
    #endif
  }

  var isDatabase: Bool { ["sqlite", "postgresql"].contains(rawValue) }

  /// Returns the argument for a new place of a name, which is empty.
  func place(_ name: String) throws -> String {
    #if PostgreSQL
      if self == .postgresql { return try Server.database() }
    #endif
    return TemporaryFolder.current.appending(path: "\(name).\(rawValue)").path(percentEncoded: false)
  }
}

#if PostgreSQL
  /// The server of the tests, which `Scripts/Support/test-postgresql.sh` starts. Tests of it are skipped without one.
  enum Server {
    static let address = ProcessInfo.processInfo.environment["MOTIONMODEL_POSTGRESQL"]
    private static let number = Locked(0)

    /// Creates an empty database, and returns its URL.
    static func database() throws -> String {
      let server = try PostgreSQLServer(address ?? "")
      let count = number.withLock { number in
        number += 1
        return number
      }
      let name = "copy_\(ProcessInfo.processInfo.processIdentifier)_\(count)"
      let connection = try PostgreSQLConnection(server, PostgreSQLLimits())
      try connection.run("CREATE DATABASE \(name: name)")
      var others = server.parameters
      others["dbname"] = nil
      let query = others.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "&")
      return "postgres:///\(name)?\(query)"
    }
  }
#endif
