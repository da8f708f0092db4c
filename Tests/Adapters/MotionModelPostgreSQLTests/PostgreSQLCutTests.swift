#if PostgreSQL && os(Linux)
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelTransactions
  import Testing

  /// Connections that are cut at each message of a booking, before the server gets it or before its answer arrives.
  @Suite(.serialized, .enabled(if: PrivateServer.programs != nil, "MOTIONMODEL_POSTGRESQL_PROGRAMS is not set"))
  struct PostgreSQLCutTests {
    @Test(arguments: [false, true], [false, true])
    func `what a call says of its commit is what the server has`(isAnswerLost: Bool, arePrepared: Bool) throws {
      let server = try PrivateServer()
      let proxy = try CuttingProxy(to: server.address)
      defer { proxy.close() }
      let store = Store(adapters: [try PostgreSQLAdapter(proxy.address)])
      let direct = Store(adapters: [try PostgreSQLAdapter(server.address)])
      let order = try store.table(Order<PostgreSQLAdapter>.self).create()
      func count() throws -> Int { try direct.table(Line<PostgreSQLAdapter>.self).count }
      func addLine() throws {
        try store.transaction {
          _ = try store.table(Line<PostgreSQLAdapter>.self).count
          _ = try store.table(Line<PostgreSQLAdapter>.self).create { ($0.orderID, $0.amount) = (order.id, 2) }
        }
      }
      var (number, results) = (1, [String]())
      while true {
        // A new connection is made, and tables are known.
        while (try? store.table(Line<PostgreSQLAdapter>.self).count) == nil {}
        // What is written goes in one message once the connection has prepared all statements. The first line may have
        // an id that was left over.
        if arePrepared { for _ in 0..<2 { try addLine() } }
        let before = try count()
        var error: (any Error)?
        let isCut = proxy.cutting(CuttingProxy.Cut(number: number, isAnswerLost: isAnswerLost)) {
          do {
            try addLine()
          } catch let thrown {
            error = thrown
          }
        }
        let written = try count() - before
        switch error as? SQLError {
        case nil where error == nil: #expect(written == 1, "message \(number)")
        case .connectionLost, .notConnected: #expect(written == 0, "message \(number)")
        default: Issue.record("message \(number): \(String(describing: error))")
        }
        results.append(error == nil ? "written" : "lost")
        if !isCut { break }
        number += 1
      }
      // Each statement, of which all but the commit lose the transaction; the answer to the commit is asked for again.
      #expect(number > 5 && results.dropLast().contains("lost"))
      #expect(results.dropLast().contains("written") == isAnswerLost, "\(results)")
      let (orders, lines) = try (
        direct.table(Order<PostgreSQLAdapter>.self).all, direct.table(Line<PostgreSQLAdapter>.self).all
      )
      #expect(orders.map(\.linesCount) == [lines.count] && orders.map(\.total) == [lines.count * 2])
    }
  }
#endif
