package import MotionModel
package import MotionModelSQL
import MotionModelValues
import Testing

/// What a program sees of its statements: in the log of finders, and by observing the adapter.
package enum SeenStatements<Adapter: StorageAdapter> {
  package static func check(
    _ store: Store, observe: (Duration, @escaping @Sendable (SQLStatement.Run) -> Void) -> StoreObservation
  ) async throws {
    let chores = store.table(Chore<Adapter>.self)
    _ = try chores.create { $0.claims = 4_711 }
    let log = store.logFinders(slowerThan: nil, repeatedMoreThan: nil)
    #expect(try chores.where(\.claims == 4_711).all.count == 1)
    #expect(try chores.where(\.claims > 9).count == 1)
    log.cancel()
    #expect(log.entries.map(\.statements.count) == [1, 1])
    let lines = log.entries.map(\.description)
    #expect(lines.allSatisfy { $0.contains(", SELECT ") && $0.contains(#"FROM "Chore""#) && !$0.contains("4711") })

    let (runs, callers) = (Locked<[SQLStatement.Run]>([]), Locked<[String]>([]))
    let slow = observe(.seconds(600)) { run in Issue.record("\(run)") }
    let all = observe(.zero) { run in
      runs.withLock { $0.append(run) }
      callers.withLock { $0.append(run.caller.map { "\($0)" } ?? "") }
    }
    _ = try chores.records.count
    let task = Task { try store.table(Chore<Adapter>.self).records.ids }
    #expect(try await task.value == [1])
    all.cancel()
    slow.cancel()
    #expect(runs.withLock(\.count) == 2 && runs.withLock { $0[0].task != $0[1].task })
    #expect(callers.withLock { $0.allSatisfy { !$0.contains("SQLKeeper") } })
  }
}
