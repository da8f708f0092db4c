import Foundation
import MotionModel

/// The same todos for all contestants, in each contestant's data structure.
final class World {
  let rows: Int
  let todos: [Todo]
  let indexed: [IndexedTodo]
  /// A thousand ids in random order.
  let someIDs: [Int]
  let store = Store(notificationCenter: nil)

  private(set) lazy var byID = Dictionary(uniqueKeysWithValues: todos.map { ($0.id, $0) })
  private(set) lazy var byLocation = Dictionary(grouping: indexed, by: \.location)
  private(set) lazy var byRank = indexed.sorted { $0.rank < $1.rank }
  private var databases: (plain: Database, indexed: Database)?

  init(rows: Int) throws {
    self.rows = rows
    todos = Todo.many(rows)
    indexed = IndexedTodo.many(rows)
    someIDs = (0..<1_000).map { 1 + Int(World.scrambled($0) % UInt64(rows)) }
    try store.table(Todo.self).insert(contentsOf: todos)
    try store.table(IndexedTodo.self).insert(contentsOf: indexed)
  }

  /// A database without indexes, and one with the indexes of ``IndexedTodo``.
  func database() throws -> (plain: Database, indexed: Database) {
    if let databases { return databases }
    let made = (plain: try Database(todos), indexed: try Database(indexed, indexes: ["location", "rank"]))
    databases = made
    return made
  }

  // MARK: - Values

  /// Ten locations, of which each todo has one.
  static let locations = (0..<10).map { "seattle no. \($0)" }

  static func location(_ number: Int) -> String { locations[number % 10] }

  /// Returns a pseudorandom number, always the same for the same argument.
  static func scrambled(_ number: Int) -> UInt64 {
    var bits = UInt64(bitPattern: Int64(number)) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns the position of a todo in an order unrelated to the ids. Each position from 0 to `count - 1` occurs once.
  static func rank(_ number: Int, of count: Int) -> Int { number &* 7_368_787 % count }
}
