import Allocations
import Foundation
import MotionModel
import MotionModelTransactions

#if PostgreSQL
  import MotionModelPostgreSQL
  import MotionModelSQL
#endif

extension Suite {
  /// Stores in memory that follow a server: what is taken in, how far behind they are, and what they need.
  static let followers = Suite(name: "followers") { bench, _ in
    #if PostgreSQL
      guard let address = ProcessInfo.processInfo.environment["MOTIONMODEL_POSTGRESQL"] else {
        return bench.note("Followers", "not measured, because MOTIONMODEL_POSTGRESQL has no address of a server")
      }
      try FollowerBench(bench, address).run()
    #else
      bench.note("Followers", "not measured, because the library or the header of libpq is not here")
    #endif
  }
}

#if PostgreSQL
  /// A todo of a store that follows a server.
  struct FollowedTodo: Model, Equatable {
    var id = 0
    var name = ""
    var location = ""
    var priority = 0
    var rank = 0
    var dueDate = Date.distantPast
    var projectID: Int?

    static let schema = Schema<FollowedTodo> {
      Column(\.name)
      Column(\.location)
      Column(\.priority)
      Column(\.rank)
      Column(\.dueDate)
      Column(\.projectID, .indexed)
    }
  }

  private struct FollowerBench {
    let bench: Bench
    let server: PostgreSQLServer
    let connection: ServerConnection
    let rows: Int

    init(_ bench: Bench, _ address: String) throws {
      (self.bench, server, connection) = (bench, try PostgreSQLServer(address), try ServerConnection(address))
      rows = bench.options.rows ?? (bench.options.isQuick ? 1_000 : 100_000)
    }

    private static let table = #""FollowedTodo""#
    private static let columns = #"id, name, location, priority, rank, "dueDate", "projectID""#

    func run() throws {
      try connection.run("DROP TABLE IF EXISTS \(Self.table)")
      defer { try? connection.run("DROP TABLE IF EXISTS \(Self.table)") }
      // The follower makes the table, and is there to see the first rows.
      try follower(in: Store(notificationCenter: nil)).cancel()
      try connection.run(
        """
        INSERT INTO \(Self.table) (\(Self.columns)) SELECT i, 'Walk the dog no. ' || i, 'seattle no. ' || i % 10, i % 1000, \
        i * 7368787::bigint % \(rows), i % 10000 * 3600, i / 100 FROM generate_series(1, \(rows)) AS i
        """)
      try fill()
      let store = Store(notificationCenter: nil)
      let follower = try follower(in: store)
      defer { follower.cancel() }
      try read(store)
      for size in [1_000, 10, 1] { try takeIn(store, follower, of: size) }
      try measureDelays(store, follower)
      try write(store, follower)
    }

    private func follower(in store: Store) throws -> DatabaseFollower {
      try DatabaseFollower(of: server, in: store, models: [FollowedModel(FollowedTodo.self)])
    }

    // MARK: - Filling

    private func fill() throws {
      let before = allocated_bytes()
      let store = Store(notificationCenter: nil)
      var follower: DatabaseFollower?
      let time = try Stopwatch.nanoseconds { follower = try self.follower(in: store) }
      let bytes = Double(allocated_bytes() - before) / Double(rows)
      bench.note("Fill a store of \(grouped(rows)) records", "\(number(Double(rows) / time * 1e9)) a second")
      bench.note("Memory of a store that follows", "\(number(bytes)) bytes a record")
      follower?.cancel()
      withExtendedLifetime(store) {}
    }

    // MARK: - Reading

    /// Compares with a store that has the same records and follows nothing.
    private func read(_ store: Store) throws {
      let plain = Store(notificationCenter: nil)
      // With texts of its own: those of the other store would be in the processor's cache when it is their turn.
      let copies = store.table(FollowedTodo.self).all.map { todo in
        var copy = todo
        (copy.name, copy.location) = (copied(todo.name), copied(todo.location))
        return copy
      }
      try plain.table(FollowedTodo.self).insert(contentsOf: copies)
      func times(_ store: Store) -> (find: Double, list: Double) {
        let table = store.table(FollowedTodo.self)
        let find = Stopwatch.nanoseconds {
          for number in 0..<20_000 { blackHole(table.find(1 + number &* 7_368_787 % rows)) }
        }
        let list = Stopwatch.nanoseconds {
          for number in 0..<200 { blackHole(table.records.where(\.projectID == number &* 31 % max(1, rows / 100)).all) }
        }
        return (find / 20_000, list / 200)
      }
      var (own, other) = ((Double.infinity, Double.infinity), (Double.infinity, Double.infinity))
      for round in 0..<15 {
        let isFirst = round.isMultiple(of: 2)
        let early = times(isFirst ? store : plain)
        let late = times(isFirst ? plain : store)
        let (first, second) = isFirst ? (early, late) : (late, early)
        own = (min(own.0, first.find), min(own.1, first.list))
        other = (min(other.0, second.find), min(other.1, second.list))
      }
      let ratios = (own.0 / other.0, own.1 / other.1)
      bench.judge("Find by id beside following", "≤ 1.1× memory", "\(number(ratios.0))×", ratios.0 <= 1.1)
      bench.judge("Records of an index beside following", "≤ 1.1× memory", "\(number(ratios.1))×", ratios.1 <= 1.1)
    }

    /// A text with the same characters, and bytes of its own.
    private func copied(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

    // MARK: - Taking in

    /// Measures how quickly updates that wait are taken in, with a number of them in each transaction.
    private func takeIn(_ store: Store, _ follower: DatabaseFollower, of size: Int) throws {
      let count = bench.options.isQuick ? 1_000 : 100_000
      for kind in ["updates", "insertions"] {
        var best = Double.infinity
        for _ in 0..<3 {
          // While a transaction is open, the follower waits.
          try store.transaction { try connection.run(load(kind, count, of: size)) }
          let end = try follower.latestCommit()
          let time = try Stopwatch.nanoseconds { try follower.waitUntilCaughtUp(to: end, timeout: .seconds(300)) }
          best = min(best, time)
          try connection.run("DELETE FROM \(Self.table) WHERE id > \(rows)")
          try follower.waitUntilCaughtUp(to: try follower.latestCommit(), timeout: .seconds(300))
        }
        let rate = Double(count) / best * 1e9
        let about = "Take in \(kind), \(grouped(size)) in a transaction"
        if size == 1 {
          bench.note(about, "\(number(rate)) a second")
        } else {
          bench.judge(about, "≥ 100,000 a second", "\(number(rate)) a second", rate >= 100_000)
        }
      }
    }

    private func load(_ kind: String, _ count: Int, of size: Int) -> String {
      let one =
        kind == "updates"
        ? "UPDATE \(Self.table) SET priority = priority + 1 WHERE id BETWEEN 1 + i % \(rows) AND i % \(rows) + \(size)"
        : """
        INSERT INTO \(Self.table) (\(Self.columns)) SELECT \(rows) + i + n, 'Walk the dog no. ' || n, 'seattle', 1, 2, 3, 4 \
        FROM generate_series(1, \(size)) AS n
        """
      return "DO $$ BEGIN FOR i IN 0..\(count - 1) BY \(size) LOOP \(one); COMMIT; END LOOP; END $$"
    }

    // MARK: - Delays

    private func measureDelays(_ store: Store, _ follower: DatabaseFollower) throws {
      var delays: [Double] = []
      for number in 0..<(bench.options.isQuick ? 100 : 2_000) {
        let before = follower.status.commitCount
        try connection.run("UPDATE \(Self.table) SET priority = priority + 1 WHERE id = \(1 + number % rows)")
        while follower.status.commitCount == before { usleep(50) }
        if let delay = follower.status.delay { delays.append(delay / .milliseconds(1)) }
        usleep(1_000)
      }
      judge("From a commit to the store", delays, limit: 5)
    }

    private func write(_ store: Store, _ follower: DatabaseFollower) throws {
      var times: [Double] = []
      let table = store.table(FollowedTodo.self)
      for number in 0..<(bench.options.isQuick ? 20 : 500) {
        times.append(
          try Stopwatch.nanoseconds {
            try follower.write {
              guard var todo = table.find(1 + number % rows) else { return }
              todo.priority += 1
              try table.save(&todo)
            }
          } / 1e6)
      }
      judge("Write, and read what was written", times, limit: 5)
    }

    private func judge(_ about: String, _ milliseconds: [Double], limit: Double) {
      let sorted = milliseconds.sorted()
      let (median, high) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
      bench.judge(
        about, "≤ \(number(limit)) ms, 99 of 100", "median \(number(median)) ms, 99 of 100 \(number(high)) ms",
        high <= limit)
    }
  }
#endif
