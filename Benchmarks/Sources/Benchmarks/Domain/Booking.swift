#if PostgreSQL
  import CLibPQ
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelValidation

  /// A room of the example Rooms.
  struct Room: Model {
    typealias Adapter = PostgreSQLAdapter
    var id = 0
    var name = ""
    var staysCount = 0

    static let schema = Schema<Room> {
      Column(\.name)
      Derived(\.staysCount, count: \.stays)
    }
    struct Relations { let stays = HasMany<Stay>(\.roomID) }
    static let relations = Relations()
  }

  /// A guest in a room.
  struct Stay: Model {
    typealias Adapter = PostgreSQLAdapter
    var id = 0
    var roomID = 0
    var guest = ""
    var arrival = 0
    var departure = 0

    static let schema = Schema<Stay> {
      Column(\.roomID)
      Column(\.guest)
      Column(\.arrival)
      Column(\.departure)
    }
    struct Relations { let room = BelongsTo<Room>(\.roomID) }
    static let relations = Relations()
  }

  extension Stay: Validatable {
    static let validations = Validations<Stay> {
      Presence(\.guest)
      AcrossRecords("no two guests in one room", by: \.roomID) { stays in
        let stays = try stays.order(by: \.arrival).all
        return zip(stays, stays.dropFirst()).allSatisfy { $0.departure <= $1.arrival }
      }
    }
  }

  /// A process that books stays.
  struct Front {
    /// How bookings are made.
    enum Kind: String {
      case library
      /// By statements of the same tables through `libpq`, with the same isolation.
      case libpq
    }

    /// Books a stay; false if it overlaps another one, nil if other processes were in the way too often.
    let book: (_ room: Int, _ guest: String, _ arrival: Int, _ departure: Int) throws -> Bool?

    static let rooms = 100
    static let days = 100_000

    init(_ kind: Kind, _ address: String) throws {
      switch kind {
      case .library:
        let stays = Store(notificationCenter: nil, adapters: [try PostgreSQLAdapter(PostgreSQLServer(address))])
          .table(Stay.self)
        book = { room, guest, arrival, departure in
          do {
            _ = try stays.create {
              ($0.roomID, $0.guest, $0.arrival, $0.departure) = (room, guest, arrival, departure)
            }
            return true
          } catch is RecordInvalid { return false } catch SQLError.conflict { return nil }
        }
      case .libpq:
        let connection = try ServerConnection(address)
        try Self.prepare(connection)
        book = { room, guest, arrival, departure in
          for _ in 0..<25 {
            do {
              return try Self.book(room, guest, arrival, departure, connection)
            } catch let error as ServerConnection.Refused where error.isOvertaken {
              // A refused commit has ended the transaction already.
              if PQtransactionStatus(connection.handle) != PQTRANS_IDLE { try connection.run("ROLLBACK") }
            }
          }
          return nil
        }
      }
    }

    private static func prepare(_ connection: ServerConnection) throws {
      try connection.prepare(
        "overlaps", #"SELECT 1 FROM "Stay" WHERE "roomID" = $1 AND arrival < $3 AND departure > $2 LIMIT 1"#)
      try connection.prepare(
        "insert",
        """
        INSERT INTO "Stay" (id, "roomID", guest, arrival, departure) VALUES (nextval('"Stay_id_seq"'), $1, $2, $3, $4) \
        RETURNING id
        """)
      try connection.prepare("count", #"UPDATE "Room" SET "staysCount" = "staysCount" + 1 WHERE id = $1"#)
    }

    private static func book(
      _ room: Int, _ guest: String, _ arrival: Int, _ departure: Int, _ connection: ServerConnection
    ) throws -> Bool {
      let (room, arrival, departure) = ("\(room)", "\(arrival)", "\(departure)")
      try connection.run("BEGIN ISOLATION LEVEL SERIALIZABLE")
      if try connection.run("overlaps", [room, arrival, departure], { PQntuples($0) > 0 }) {
        try connection.run("ROLLBACK")
        return false
      }
      try connection.run("insert", [room, guest, arrival, departure])
      try connection.run("count", [room])
      try connection.run("COMMIT")
      return true
    }

    // MARK: - The process

    /// Opens the database, and books when it is told `book SECONDS`. It answers how many stays were booked, how many
    /// were refused or given up, and in how many nanoseconds.
    static func play(_ arguments: [String]) throws {
      guard arguments.count == 2, let kind = Kind(rawValue: arguments[0]) else { throw NotUnderstood() }
      let front = try Front(kind, arguments[1])
      // The statements of the first booking are prepared.
      while try front.work(for: 0)[0] == 0 {}
      try OtherProcess.serve { words in
        guard let seconds = words.last.flatMap(Double.init) else { throw NotUnderstood() }
        return try front.work(for: seconds).map { "\($0)" }.joined(separator: " ")
      }
    }

    private struct NotUnderstood: Error {}

    func work(for seconds: Double) throws -> [Int] {
      var (booked, refused, givenUp) = (0, 0, 0)
      let start = Stopwatch.sharedNow
      repeat {
        let (room, day) = (Int.random(in: 1...Self.rooms), Int.random(in: 0..<Self.days))
        switch try book(room, "Guest \(booked)", day, day + Int.random(in: 1...4)) {
        case true?: booked += 1
        case false?: refused += 1
        case nil: givenUp += 1
        }
      } while Double(Stopwatch.sharedNow - start) < seconds * 1e9
      return [booked, refused, givenUp, Stopwatch.sharedNow - start]
    }
  }
#endif
