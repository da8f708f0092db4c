import Foundation
import MotionModel
import MotionModelTesting
import MotionModelTestSupport
import Testing

@Suite(.noStore) struct NoStoreTraitTests {
  @Test func `calls with a store work`() throws {
    let store = Store()
    try Project.full.create(in: store)
    #expect(store.table(Todo.self).where(\.priority == 0).count == 2)
    #expect(Store.with(store) { Todo.count } == 2)
  }

  @Test func `hooks, observers and transactions have the store that they belong to`() throws {
    let store = Store()
    let observation = store.observeCommits { _ in #expect(Project.count == 1) }
    _ = try store.inTransaction { try Project.sample.create() }
    observation.cancel()
    #expect(store.commitCount == 1)
  }

  @Test func `the default store can be named`() {
    #expect(Store.with(.default) { Store.current } === Store.default)
  }

  #if os(macOS) || os(Linux)  // tests in processes of their own
    @Test func `a call that names no store traps and says what to do`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Store.withoutDefault { _ = Project.count }
      }
      expectSentence("A call names no store, and no store is in use here: call it inside Store.with(store)", result)
    }

    @Test func `a call in a task that the test starts traps`() async {
      await #expect(processExitsWith: .failure) {
        await Store.withoutDefault { await Task { _ = Project.count }.value }
      }
    }

    @Test func `a call in a silenced block of a store that is not in use traps`() async {
      await #expect(processExitsWith: .failure) {
        await Store.withoutDefault { Store().silenced { _ = Project.count } }
      }
    }

    @Test func `a call after the block uses the default store again`() async {
      await #expect(processExitsWith: .success) {
        await Store.withoutDefault {}
        precondition(Project.count == 0)
      }
    }
  #endif
}
