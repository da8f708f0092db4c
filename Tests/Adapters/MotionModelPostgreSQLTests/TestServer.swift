#if PostgreSQL
  import Foundation
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelValues
  import Testing

  /// The server of the tests, which `Scripts/Support/test-postgresql.sh` starts. Tests of it are skipped without one.
  enum TestServer {
    /// The address of the server, in `MOTIONMODEL_POSTGRESQL`.
    static let address = ProcessInfo.processInfo.environment["MOTIONMODEL_POSTGRESQL"]

    private static let number = Locked(0)

    static func server() throws -> PostgreSQLServer { try PostgreSQLServer(try #require(address)) }

    /// Creates an empty database, so that each test has its own.
    static func database() throws -> PostgreSQLServer {
      var server = try server()
      let count = number.withLock { number in
        number += 1
        return number
      }
      let name = "test \(ProcessInfo.processInfo.processIdentifier) \(count)"
      let connection = try PostgreSQLConnection(server, PostgreSQLLimits())
      try connection.run("CREATE DATABASE \(name: name)")
      server.parameters["dbname"] = name
      return server
    }
  }

  extension Trait where Self == ConditionTrait {
    /// Skips tests for which there is no server.
    static var server: Self { .enabled(if: TestServer.address != nil, "MOTIONMODEL_POSTGRESQL is not set") }
  }
#endif
