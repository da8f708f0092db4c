/// A group of benchmarks on one theme.
struct Suite: Sendable {
  let name: String
  let run: @Sendable (Bench, Worlds) throws -> Void

  /// All suites, in the order in which they are reported.
  static let all = [
    finding, scanning, conditions, aggregating, indexes, ordering, neighbours, relations, inserting, saving, rollback,
    editing, snapshots, memory, readers, upkeep, keeping, destroying, validating, forms, files, journaling, sharing,
    live, streaming, search, rest, inspecting, tracker, sqlite, postgresql, bookings, followers,
  ]

  /// Required or expected measurements that these suites do not make.
  static let notMeasured = [
    "Other libraries than GRDB, and GRDB with a pool of readers, except where processes share a file.",
    "Anything but the times of calls: no energy, no size of the program, no start of the process.",
  ]
}

/// The worlds of all sizes, created when they are first needed.
final class Worlds {
  let sizes: [Int]
  private var made: [Int: World] = [:]

  init(sizes: [Int]) { self.sizes = sizes }

  func world(_ rows: Int) throws -> World {
    if let world = made[rows] { return world }
    print("  (making \(grouped(rows)) rows for all contestants)")
    let world = try World(rows: rows)
    made[rows] = world
    return world
  }

  /// Calls `body` with the world of each size, from the smallest.
  func forEach(_ body: (World) throws -> Void) throws {
    for size in sizes { try body(world(size)) }
  }
}
