package import MotionModel
import MotionModelSQL
import Testing

/// A table with a column that its model does not have, and that needs a value.
package enum PartOfColumns<Adapter: StorageAdapter> {
  /// - Parameters:
  ///   - store: A store with the adapter.
  ///   - run: Runs a statement as another program.
  ///   - follow: Follows chores in a store in memory, and returns a function that waits until it has all that is
  ///     committed.
  package static func check(
    _ store: Store, run: (String) throws -> Void, follow: (Store) throws -> () throws -> Void
  ) throws {
    try run(
      """
      CREATE TABLE "Chore" (id bigint PRIMARY KEY, claims bigint NOT NULL, worker bigint, secret text NOT NULL)
      """)
    try run(#"INSERT INTO "Chore" VALUES (1, 5, NULL, 'a'), (2, 6, 7, 'b')"#)
    let chores = store.table(Chore<Adapter>.self)
    #expect(try chores.records.order(by: \.id).pluck(\.claims) == [5, 6])
    var first = try chores.require(1)
    try chores.update(&first) { ($0.claims, $0.worker) = (8, 9) }
    let error = #expect(throws: SQLError.self) { try chores.create() }
    guard case .constraint(let constraint, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((constraint.kind, constraint.table, constraint.columns) == (.required, "Chore", ["secret"]))
    // A read model has a part of the columns.
    let memory = Store()
    let wait = try follow(memory)
    let followed = memory.table(Chore<ArrayAdapter>.self)
    #expect(followed.records.order(by: \.id).pluck(\.claims) == [8, 6])
    try run(#"INSERT INTO "Chore" VALUES (3, 4, NULL, 'c')"#)
    try run(#"UPDATE "Chore" SET secret = 'd', claims = 1 WHERE id = 2"#)
    try wait()
    #expect(followed.records.order(by: \.id).pluck(\.claims) == [8, 1, 4])
    #expect(followed.records.order(by: \.id).pluck(\.worker) == [9, 7, nil])
  }
}
