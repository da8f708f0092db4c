import Foundation
package import MotionModel
import MotionModelTransactions
import MotionModelValues
import Testing

/// Workers of several programs that take jobs from one queue.
package enum LockedJobs<Adapter: StorageAdapter> {
  /// Each worker takes the first job that no other has, until none is left: each job is done once.
  ///
  /// - Parameter stores: Those of the programs, with two workers each.
  package static func run(_ stores: [Store]) throws {
    let count = 40
    try stores[0].table(Chore<Adapter>.self).insert(contentsOf: (0..<count).map { _ in Chore() })
    let failures = Locked<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 2 * stores.count) { worker in
      do {
        while try takeJob(worker, stores[worker % stores.count]) {}
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock { $0 } == [])
    let chores = try stores[0].table(Chore<Adapter>.self).records.all
    #expect(chores.count == count && chores.allSatisfy { $0.claims == 1 && $0.worker != nil })
  }

  private static func takeJob(_ worker: Int, _ store: Store) throws -> Bool {
    let chores = store.table(Chore<Adapter>.self)
    return try store.transaction(retries: 100) { _ in
      guard var job = try chores.where(\.worker == nil).order(by: \.id).locking(.skip).first else {
        // Those that are locked may be given back.
        return try chores.where(\.worker == nil).exists
      }
      try chores.update(&job) { ($0.worker, $0.claims) = (worker, $0.claims + 1) }
      return true
    }
  }
}
