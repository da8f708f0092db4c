import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Not among the tests of concurrency, because the thread sanitizer makes frames of functions several times as large.
@Suite(.ownStore) struct HookDepthTests {
  @Test func `hooks as deep as they may be fit on the stack of a small thread`() async {
    let store = Store.current
    let error = await withCheckedContinuation { continuation in
      let thread = Thread {
        let probe = HookProbe(["beforeSave": { chore, _ in try chore.save() }])
        let error = Store.with(store) { probe.failure { _ = try Chore.create() } }
        continuation.resume(returning: error as? StoreError)
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }
    #expect(error == .endlessHooks(model: "Chore", depth: 32))
  }
}
