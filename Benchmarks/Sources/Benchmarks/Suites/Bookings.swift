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
      // The adapter makes the tables.
      let store = Store(notificationCenter: nil, adapters: [try PostgreSQLAdapter(PostgreSQLServer(address))])
      _ = (try store.table(Room.self).records.count, try store.table(Stay.self).records.count)
      for processes in [1, 2, 4] {
        var own: (best: Double, givenUp: Double) = (0, 0)
        var hand = own
        for _ in 0..<(bench.options.isQuick ? 1 : 5) {
          try measure(.library, processes, &own)
          try measure(.libpq, processes, &hand)
        }
        let ratio = hand.best / own.best
        bench.judge(
          "Bookings a second, \(processes) \(processes == 1 ? "process" : "processes")", "≤ 1.5× libpq's time",
          "\(grouped(Int(own.best))) and \(grouped(Int(hand.best))), \(number(ratio))×", ratio <= 1.5)
        bench.note(
          "Bookings given up, processes: \(processes)",
          "\(number(own.givenUp * 100)) %, libpq \(number(hand.givenUp * 100)) %")
      }
    }

    private func drop() throws { try connection.run(#"DROP TABLE IF EXISTS "Stay", "Room""#) }

    /// Measures once, and keeps the greater number of bookings.
    private func measure(_ kind: Front.Kind, _ processes: Int, _ most: inout (best: Double, givenUp: Double)) throws {
      try fill()
      let fronts = try (0..<processes).map { _ in try OtherProcess("front", [kind.rawValue, address]) }
      for front in fronts { try front.tell("book \(bench.options.isQuick ? 0.2 : 0.6)") }
      let results = try fronts.map { try $0.numbers() }
      try check(kind)
      let booked = results.reduce(0) { $0 + $1[0] / $1[3] * 1e9 }
      if booked > most.best {
        most = (booked, results.reduce(0) { $0 + $1[2] } / results.reduce(0) { $0 + $1[0] + $1[1] + $1[2] })
      }
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
