import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Live results and values of all kinds leave nothing behind when they are released.
struct LiveMemoryTests {
  @Test(arguments: LiveKind.all) func `nothing is left of one that is released`(kind: LiveKind) throws {
    let store = try LiveKind.filledStore()
    var open = kind.open(store)
    #expect(store.liveRouter.count == 1 && !store.liveRouter.isEmpty)
    try LiveKind.commit(to: store)
    #expect(!open.isFreed)
    open.release()
    #expect(open.isFreed)
    #expect(store.liveRouter.isEmpty)
    let asked = store.liveRouter.statistics.asked
    try LiveKind.commit(to: store)
    #expect(store.liveRouter.statistics.asked == asked)
  }

  @Test(.enabled(if: Allocations.areCounted), arguments: LiveKind.all)
  func `opening and releasing takes no memory in the long run`(kind: LiveKind) throws {
    let store = try LiveKind.filledStore()
    let growth = try Allocations.steadyGrowth {
      var open = (0..<3).map { _ in kind.open(store) }
      try LiveKind.commit(to: store)
      for index in open.indices { open[index].release() }
    }
    #expect(growth <= 0)
    #expect(store.liveRouter.isEmpty)
  }

  @Test(arguments: LiveKind.all) func `one may be released while the commit is told that concerns it`(
    kind: LiveKind
  ) throws {
    let store = try LiveKind.filledStore()
    let open = Locked((0..<3).map { _ in kind.open(store) })
    let all = [store.table(Todo.self).records.live(.count), store.table(Todo.self).where(\.id > 0).live(.count)]
    let others = store.table(Todo.self).records.live()
    let observation = others.onChange { _ in
      let released = open.withLock { open in
        defer { for index in open.indices { open[index].release() } }
        return open
      }
      withExtendedLifetime(released) {}
    }
    try LiveKind.commit(to: store)
    #expect(open.withLock { $0.allSatisfy { $0.isFreed } })
    observation.cancel()
    #expect(all.map(\.value) == [5, 5])
    // An optimised program releases them before.
    withExtendedLifetime((all, others)) { #expect(store.liveRouter.count == 3) }
  }

  @Test(.enabled(if: Allocations.areCounted))
  func `groups that come and go while nobody reads them take no memory in the long run`() throws {
    let store = try LiveKind.filledStore()
    let groups = store.table(Todo.self).records.group(by: \.name).live(.count)
    var number = 0
    let growth = try Allocations.steadyGrowth {
      for _ in 0..<500 {
        number += 1
        _ = try store.table(Todo.self).where(\.id == 1).updateAll { $0.name = "group \(number)" }
      }
    }
    #expect(growth < 32_768)
    #expect(groups.value == ["group \(number)": 1, "2": 1, "3": 1, "4": 1, "5": 1])
  }
}
