import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Live results and values of all kinds leave nothing behind while several threads use the store.
struct LiveMemoryConcurrencyTests {
  @Test func `they may be opened and released while others commit`() throws {
    let store = try LiveKind.filledStore()
    let isDone = Locked(false)
    onThreads(3) { thread in
      if thread == 0 {
        for _ in 0..<100 { #expect(throws: Never.self) { try LiveKind.commit(to: store) } }
        return isDone.withLock { $0 = true }
      }
      var number = thread
      while !isDone.withLock({ $0 }) {
        var open = LiveKind.all[number % LiveKind.all.count].open(store)
        open.release()
        number += 1
      }
    }
    #expect(store.liveRouter.isEmpty)
    try LiveKind.commit(to: store)
  }
}
