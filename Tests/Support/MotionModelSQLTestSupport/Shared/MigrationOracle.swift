import Foundation
package import MotionModel
package import MotionModelSQL
import MotionModelValues
import Testing

/// Migrations of a program's own, which each database runs once.
package struct MigrationOracle<Adapter: StorageAdapter>: Sendable {
  /// Returns the store of a program that starts.
  package let store: @Sendable () throws -> Store
  /// Runs migrations in a program that starts.
  package let migrate: @Sendable ([RecordedMigration], String?, Bool) throws -> [SQLStatement]
  /// What stands for the first value in a statement.
  package let placeholder: String

  package init(
    placeholder: String, store: @escaping @Sendable () throws -> Store,
    migrate: @escaping @Sendable ([RecordedMigration], String?, Bool) throws -> [SQLStatement]
  ) {
    (self.placeholder, self.store, self.migrate) = (placeholder, store, migrate)
  }

  private var table: String { "\"\(Chore<Adapter>.schema.modelName)\"" }

  private var migrations: [RecordedMigration] {
    let (table, placeholder) = (table, placeholder)
    return [
      RecordedMigration(
        "1 claims", up: ["UPDATE \(table) SET claims = claims + 10", "UPDATE \(table) SET worker = 7 WHERE id = 2"],
        down: ["UPDATE \(table) SET claims = claims - 10"]),
      RecordedMigration("2 by code") { run in
        for row in try run("SELECT id FROM \(table) WHERE worker IS NULL", []) {
          _ = try run("UPDATE \(table) SET claims = claims * 2 WHERE id = \(placeholder)", row)
        }
      },
    ]
  }

  private func claims() throws -> [Int] {
    try store().table(Chore<Adapter>.self).records.order(by: \.id).pluck(\.claims)
  }

  package func check() throws {
    try store().table(Chore<Adapter>.self).insert(contentsOf: [Chore(), Chore(), Chore()])
    let first = Array(migrations.prefix(1))
    #expect(try migrate(first, nil, true).map(\.text).count == 2)
    #expect(try claims() == [0, 0, 0])
    #expect(try migrate(first, nil, false).count == 2)
    #expect(try migrate(first, nil, false).isEmpty)
    #expect(try claims() == [10, 10, 10])
    #expect(try migrate(migrations, nil, false).count == 3)
    #expect(try claims() == [20, 10, 20])
    // What does not fit is refused, and nothing is changed.
    let broken =
      migrations + [
        RecordedMigration("3", up: ["UPDATE \(table) SET claims = 0"], down: []),
        RecordedMigration("4", up: ["SELECT nothing FROM nowhere"]),
      ]
    #expect(throws: SQLError.self) { try migrate(broken, nil, false) }
    expectRefusal("1 claims", "twice") { try migrate(migrations + first, nil, false) }
    expectRefusal("5", "not one of those") { try migrate(migrations, "5", false) }
    expectRefusal("2 by code", "undoes") { try migrate(migrations, "", false) }
    #expect(try claims() == [20, 10, 20])
    // An older version of the program does not know the second, and leaves it.
    #expect(try migrate(first, nil, false).isEmpty)
    #expect(try migrate(first, "", true).count == 1)
    #expect(try claims() == [20, 10, 20])
    #expect(try migrate(first, "", false).count == 1)
    #expect(try claims() == [10, 0, 10])
  }

  /// Of programs that start at once, one runs the migrations.
  package func checkStart() throws {
    try store().table(Chore<Adapter>.self).insert(contentsOf: [Chore(), Chore(), Chore()])
    let (counts, failures) = (Locked<[Int]>([]), Locked<[String]>([]))
    DispatchQueue.concurrentPerform(iterations: 10) { _ in
      do {
        let count = try migrate(migrations, nil, false).count
        counts.withLock { $0.append(count) }
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(counts.withLock { $0.sorted() } == [0, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    #expect(try claims() == [20, 10, 20])
  }

  private func expectRefusal(
    _ name: String, _ word: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Any
  ) {
    let error = #expect(throws: SQLError.self, sourceLocation: sourceLocation, performing: { _ = try body() })
    guard case .unfitMigration(name, let reason)? = error, reason.contains(word) else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }
}
