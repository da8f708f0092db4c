import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Chains of records may have any length that fits in memory: operations on them are not recursive.
@Suite struct LongChainTests {
  struct Link: Model {
    var id = 0
    var parentID: Int?
    var count = 0
    var updatedAt: Date?
    static let schema = Schema<Link> {
      Column(\.parentID)
      Derived(\.count, count: \.children)
      Timestamps(updated: \.updatedAt)
    }
    struct Relations: Sendable {
      let parent = BelongsTo<Link>(\.parentID, touch: true)
      let children = HasMany<Link>(\.parentID, dependent: .destroy)
    }
    static let relations = Relations()
  }

  private func chain(of length: Int) throws -> Store {
    let store = Store(notificationCenter: nil)
    try store.table(Link.self).insert(
      contentsOf: (1...length).map { id in
        var link = Link()
        (link.id, link.parentID) = (id, id == 1 ? nil : id - 1)
        return link
      })
    return store
  }

  /// Runs `body` on a thread with a small stack, like the threads of dispatch queues.
  private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let thread = Thread { continuation.resume(with: Result(catching: body)) }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }

  @Test func `a chain of 20,000 records is destroyed`() async throws {
    try await onSmallStack {
      let store = try chain(of: 20_000)
      #expect(try store.table(Link.self).destroy(1))
      #expect(store.table(Link.self).count == 0)
    }
  }

  @Test func `a touch goes up a chain of 20,000 records`() async throws {
    try await onSmallStack {
      let store = try chain(of: 20_000)
      let commits = Collector<Int>()
      let observation = store.observeCommits { commits.add($0.count) }
      try store.table(Link.self).records.where(\.id == 20_000).updateAll { $0.updatedAt = nil }
      var last = Link()
      last.parentID = 20_000
      try store.table(Link.self).insert(&last)
      #expect(commits.values.last == 20_001)
      #expect(store.table(Link.self).find(20_000)?.count == 1)
      observation.cancel()
    }
  }

  @Test func `a circle of records is touched and destroyed`() throws {
    let store = try chain(of: 3)
    try store.table(Link.self).records.where(\.id == 1).updateAll { $0.parentID = 3 }
    #expect(store.table(Link.self).records.pluck(\.count) == [1, 1, 1])
    #expect(try store.table(Link.self).destroy(2))
    #expect(store.table(Link.self).count == 0)
  }
}
