import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// This is not a concurrency suite: those run with the thread sanitizer, whose stack frames are several times as large.
@Suite(.store) struct HookDepthTests {
  @Test func `hooks nested to the limit fit on a small stack`() async {
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
