import Foundation
import MotionModel
import MotionModelPostgreSQL
import MotionModelSQL
import MotionModelTransactions
import MotionModelValidation

/// A service of three kinds of processes that share one PostgreSQL database: two that write bookings, two workers that
/// confirm them, and a desk that has all of it in memory, and follows the others.
///
///     swift run --traits PostgreSQL Rooms "postgres://postgres@localhost/hotel" 10
///
/// starts them for ten seconds, and looks at the end whether anything was promised twice. With `killing` behind it, one of them is
/// killed twice a second, and started again. Scripts/Support/test-postgresql.sh does so with a server of its own, which it restarts
/// meanwhile.
@main
enum Rooms {
  static func main() async {
    do {
      try await run(CommandLine.arguments)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    #if PostgreSQL
      guard arguments.count >= 3, let seconds = Double(arguments[2]) else {
        return print("Rooms ADDRESS SECONDS [killing], with the address of an empty database of a PostgreSQL server")
      }
      let server = try PostgreSQLServer(arguments[1])
      switch arguments.dropFirst(3).first {
      case "front": try Front(server).run(seconds: seconds)
      case "worker": try Worker(server, name: arguments[4]).run(seconds: seconds)
      case "desk": try await Desk(server).run(seconds: seconds)
      case let mode: try Hotel(server).run(arguments[0], arguments[1], seconds, isKilling: mode == "killing")
      }
    #else
      print("Run it with the database: swift run --traits PostgreSQL Rooms ADDRESS SECONDS")
    #endif
  }
}

#if PostgreSQL
  /// The whole: it makes the rooms, starts the processes, and looks at the end whether all promises were kept.
  private struct Hotel {
    private let store: Store
    private let adapter: PostgreSQLAdapter

    init(_ server: PostgreSQLServer) throws {
      adapter = try PostgreSQLAdapter(server)
      store = Store(adapters: [adapter])
    }

    func run(_ program: String, _ address: String, _ seconds: Double, isKilling: Bool) throws {
      let migrations = [
        // What the models do not say: the server refuses a stay that ends before it begins, whoever writes it.
        RecordedMigration(
          "stays have an end", up: ["ALTER TABLE \"Stay\" ADD CHECK (departure > arrival)"],
          down: ["ALTER TABLE \"Stay\" DROP CONSTRAINT \"Stay_check\""])
      ]
      try adapter.migrate([Room<PostgreSQLAdapter>.self, Stay<PostgreSQLAdapter>.self])
      try adapter.migrate(migrations)
      try store.table(Room<PostgreSQLAdapter>.self).insert(
        contentsOf: ["Oak", "Elm", "Ash"].map { name in
          var room = Room<PostgreSQLAdapter>()
          room.name = name
          return room
        })
      let end = Date.now + seconds
      func start(_ role: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [address, "\(max(0, end.timeIntervalSinceNow))"] + role
        try process.run()
        return process
      }
      let roles = [["front"], ["front"], ["worker", "Ada"], ["worker", "Bo"], ["desk"]]
      var processes = try roles.map(start)
      var killed = 0
      while isKilling && Date.now < end - 1 {
        Thread.sleep(forTimeInterval: 0.5)
        let victim = Int.random(in: 0..<processes.count)
        if kill(processes[victim].processIdentifier, SIGKILL) == 0 { killed += 1 }
        processes[victim].waitUntilExit()
        processes[victim] = try start(roles[victim])
      }
      processes.forEach { $0.waitUntilExit() }
      guard processes.allSatisfy({ $0.terminationStatus == 0 }) else { throw HotelError(words: "a process failed") }
      if isKilling { print("\(killed) processes killed") }
      try check()
    }

    private func check() throws {
      let stays = try store.table(Stay<PostgreSQLAdapter>.self).records.order(by: \.arrival).all
      for room in try store.table(Room<PostgreSQLAdapter>.self).records.all {
        let own = stays.filter { $0.roomID == room.id }
        let overlaps = zip(own, own.dropFirst()).filter { $0.departure > $1.arrival }.count
        if overlaps > 0 { throw HotelError(words: "\(room.name) was promised twice, \(overlaps) times") }
        if room.staysCount != own.count { throw HotelError(words: "\(room.name) counts \(room.staysCount)") }
      }
      print("\(stays.count) stays, no room twice, \(stays.filter { $0.confirmedBy != nil }.count) confirmed once")
    }
  }

  private struct HotelError: Error, CustomStringConvertible {
    let words: String
    var description: String { "The hotel is wrong: \(words)." }
  }

  /// Asks a server that may be starting: for ten seconds, and then once more.
  private func reaching<Result>(_ ask: () throws -> Result) throws -> Result {
    for _ in 0..<100 {
      do { return try ask() } catch SQLError.notConnected, SQLError.connectionLost {
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    return try ask()
  }

  /// Does something until a time has passed. Where the server was away meanwhile, because it is restarted, it is done again. It is not
  /// always known then whether the last booking was made: the guest asks.
  private func work(for seconds: Double, _ body: () throws -> Void) throws {
    let end = Date.now + seconds
    while Date.now < end {
      do { try body() } catch SQLError.connectionLost, SQLError.notConnected, SQLError.outcomeUnknown {
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }

  /// A process that books and cancels stays. What others have booked meanwhile is an error of the rule, as in memory.
  private struct Front {
    private let store: Store

    init(_ server: PostgreSQLServer) throws {
      store = try reaching { Store(adapters: [try PostgreSQLAdapter(server)]) }
    }

    func run(seconds: Double) throws {
      let stays = store.table(Stay<PostgreSQLAdapter>.self)
      let rooms = try reaching { try store.table(Room<PostgreSQLAdapter>.self).records.ids }
      var (booked, refused) = (0, 0)
      try work(for: seconds) {
        let (room, day) = (rooms[booked % rooms.count], Int.random(in: 1...300))
        do {
          _ = try stays.create { stay in
            (stay.roomID, stay.guest) = (room, "Guest \(booked)")
            (stay.arrival, stay.departure) = (day, day + Int.random(in: 1...4))
          }
          booked += 1
        } catch SQLError.conflict {
          // On a busy machine, the others were quicker 26 times. The guest asks again later.
        } catch is RecordInvalid {
          refused += 1
          // The guest takes the place of another one, who is away: both or nothing.
          try store.transaction(retries: 100) { _ in
            let others = stays.where { $0.roomID == room && $0.arrival >= day }
            if let other = try others.locking(.skip).first {
              try stays.delete(other)
            }
          }
        }
      }
      print("front: \(booked) booked, \(refused) refused")
    }
  }

  /// A process that confirms stays. Of several workers, each takes a stay that no other has.
  private struct Worker {
    private let store: Store
    private let name: String

    init(_ server: PostgreSQLServer, name: String) throws {
      store = try reaching { Store(adapters: [try PostgreSQLAdapter(server)]) }
      self.name = name
    }

    func run(seconds: Double) throws {
      var count = 0
      try work(for: seconds) {
        if try confirmOne() { count += 1 } else { Thread.sleep(forTimeInterval: 0.01) }
      }
      print("worker \(name): \(count) confirmed")
    }

    private func confirmOne() throws -> Bool {
      let stays = store.table(Stay<PostgreSQLAdapter>.self)
      return try store.transaction(retries: 100) { _ in
        guard var stay = try stays.where(\.confirmedBy == nil).order(by: \.id).locking(.skip).first else {
          return false
        }
        try stays.update(&stay) { $0.confirmedBy = name }
        return true
      }
    }
  }

  /// A process that reads only, in memory: a screen that many look at asks the server nothing.
  private struct Desk {
    private let store: Store
    private let follower: DatabaseFollower

    init(_ server: PostgreSQLServer) throws {
      (store, follower) = try reaching {
        // The server keeps its log for a desk that was killed.
        try DatabaseFollower.dropAbandonedSlots(of: server)
        let store = Store()
        let models = [FollowedModel(Room<ArrayAdapter>.self), FollowedModel(Stay<ArrayAdapter>.self)]
        return (store, try DatabaseFollower(of: server, in: store, models: models))
      }
    }

    func run(seconds: Double) async throws {
      let (rooms, stays) = (store.table(Room<ArrayAdapter>.self), store.table(Stay<ArrayAdapter>.self))
      let end = Date.now + seconds
      var questions = 0
      while Date.now < end {
        // No reading of the desk waits for the server, or can fail.
        for room in rooms.records.all { _ = stays.where(\.roomID == room.id).maximum(\.departure) }
        questions += 1
        try await Task.sleep(for: .milliseconds(1))
      }
      try await follower.caughtUp(to: try follower.latestCommit())
      print("desk: \(stays.records.count) stays, \(store.commitCount) commits seen, looked \(questions) times")
      follower.cancel()
    }
  }
#endif
