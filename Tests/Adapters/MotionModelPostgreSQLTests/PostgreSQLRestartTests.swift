#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelValues
  import Testing

  /// A server that is killed and started again while programs write.
  @Suite(.serialized, .enabled(if: PrivateServer.programs != nil, "MOTIONMODEL_POSTGRESQL_PROGRAMS is not set"))
  struct PostgreSQLRestartTests {
    @Test func `promises hold between programs whose server is killed again and again`() throws {
      let server = try PrivateServer()
      let stores = try (0..<2).map { _ in Store(adapters: [try PostgreSQLAdapter(server.address)]) }
      let storm = SharedStorm<PostgreSQLAdapter>(stores, mayFail: true)
      try storm.prepare()
      let isOver = Locked(false)
      let killer = Thread {
        while !isOver.withLock(\.self) {
          Thread.sleep(forTimeInterval: 1)
          server.kill()
          try? server.start()
        }
      }
      killer.start()
      let outcome = Result { try storm.write(part: 0) }
      isOver.withLock { $0 = true }
      while !killer.isFinished { Thread.sleep(forTimeInterval: 0.01) }
      try outcome.get()
      try storm.check()
    }
  }
#endif
