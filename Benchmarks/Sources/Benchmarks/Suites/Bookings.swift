import Foundation
import MotionModel

extension Suite {
  /// The bookings that one, two and four processes make in one database, under a rule over several records, beside the
  /// same by SQL through `libpq`.
  static let bookings = Suite(name: "bookings") { bench, _ in
    #if PostgreSQL
      guard let address = ProcessInfo.processInfo.environment["MOTIONMODEL_POSTGRESQL"] else {
        return bench.note("Bookings", "not measured, because MOTIONMODEL_POSTGRESQL has no address of a server")
      }
      try BookingBench(bench, address).run()
    #else
      bench.note("Bookings", "not measured, because the library or the header of libpq is not here")
    #endif
  }
}

#if PostgreSQL
  import CLibPQ
  import MotionModelPostgreSQL

  private struct BookingBench {
    let bench: Bench
    let address: String
    let connection: ServerConnection

    init(_ bench: Bench, _ address: String) throws {
      (self.bench, self.address, connection) = (bench, address, try ServerConnection(address))
    }

    func run() throws {
      try drop()
      defer { try? drop() }
      try connection.prepare(
        "undone", "SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()")
      // The adapter makes the tables.
      let store = Store(notificationCenter: nil, adapters: [try PostgreSQLAdapter(PostgreSQLServer(address))])
      _ = (try store.table(Room.self).records.count, try store.table(Stay.self).records.count)
      for processes in [1, 2, 4] {
        var (own, hand) = ([Round](), [Round]())
        // Both sides run in turn, so that what else the machine does is in the way of both.
        for _ in 0..<(bench.options.isQuick ? 1 : 9) {
          own.append(try measure(.library, processes))
          hand.append(try measure(.libpq, processes))
        }
        let (rates, handRates) = (Spread(own.map(\.rate)), Spread(hand.map(\.rate)))
        let ratios = Spread(zip(own, hand).map { $1.rate / $0.rate })
        bench.judge(
          "Bookings a second, \(processes) \(processes == 1 ? "process" : "processes")", "≤ 1.5× libpq's time",
          "\(number(rates.median)) and \(number(handRates.median)), \(number(ratios.median))×",
          ratios.median <= 1.5)
        bench.note(
          "Bookings, \(own.count) rounds, processes: \(processes)",
          """
          \(rates) a second, libpq \(handRates), ratio \(ratios); transactions undone for each booking \
          \(Spread(own.map(\.undone))), libpq \(Spread(hand.map(\.undone))); given up \
          \(number(own.reduce(0) { $0 + $1.givenUp })), libpq \(number(hand.reduce(0) { $0 + $1.givenUp }))
          """)
      }
    }

    /// What was booked in a second, how many transactions were undone for each booking, and how many bookings were
    /// given up.
    private typealias Round = (rate: Double, undone: Double, givenUp: Double)

    /// The least, the middle and the greatest of some figures.
    private struct Spread: CustomStringConvertible {
      let figures: [Double]

      init(_ figures: [Double]) { self.figures = figures.sorted() }

      var median: Double { figures[figures.count / 2] }
      var description: String { "\(number(median)) (\(number(figures[0])) to \(number(figures[figures.count - 1])))" }
    }

    private func drop() throws { try connection.run(#"DROP TABLE IF EXISTS "Stay", "Room""#) }

    /// Measures one round.
    private func measure(_ kind: Front.Kind, _ processes: Int) throws -> Round {
      try fill()
      let before = try undoneCount()
      let fronts = try (0..<processes).map { _ in try OtherProcess("front", [kind.rawValue, address]) }
      for front in fronts { try front.tell("book \(bench.options.isQuick ? 0.2 : 0.6)") }
      let results = try fronts.map { try $0.numbers() }
      for front in fronts { front.end() }
      try check(kind)
      let booked = results.reduce(0) { $0 + $1[0] }
      let undone = try undoneCount() - before
      return (results.reduce(0) { $0 + $1[0] / $1[3] * 1e9 }, undone / booked, results.reduce(0) { $0 + $1[2] })
    }

    /// How many transactions the database has undone, once those who have made them are gone.
    private func undoneCount() throws -> Double {
      try connection.run("SELECT pg_sleep(0.2)")
      return try connection.run("undone", []) { Double(String(cString: PQgetvalue($0, 0, 0))) ?? 0 }
    }

    /// Makes rooms that have fifty stays each.
    private func fill() throws {
      try connection.run(#"TRUNCATE "Stay", "Room" RESTART IDENTITY"#)
      try connection.run(
        """
        INSERT INTO "Room" (id, name, "staysCount") SELECT i, 'Room ' || i, 50 FROM generate_series(1, \(Front.rooms)) AS i
        """)
      try connection.run(
        """
        INSERT INTO "Stay" (id, "roomID", guest, arrival, departure)
        SELECT nextval('"Stay_id_seq"'), i, 'Guest', n * \(Front.days / 50), n * \(Front.days / 50) + 3
        FROM generate_series(1, \(Front.rooms)) AS i, generate_series(0, 49) AS n
        """)
      try connection.run(#"VACUUM ANALYZE "Stay", "Room""#)
    }

    /// Throws if two stays of a room overlap, or a room counts others than it has.
    private func check(_ kind: Front.Kind) throws {
      try connection.run(
        """
        DO $$ BEGIN
        IF EXISTS (SELECT FROM "Stay" a JOIN "Stay" b ON a."roomID" = b."roomID" AND a.id < b.id
          AND a.arrival < b.departure AND b.arrival < a.departure) THEN RAISE 'a room was promised twice'; END IF;
        IF EXISTS (SELECT FROM "Room" r WHERE "staysCount" <> (SELECT count(*) FROM "Stay" WHERE "roomID" = r.id))
          THEN RAISE 'a room counts wrongly'; END IF; END $$
        """)
    }
  }
#endif
