import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import MotionModelValues
import Testing

/// This is not a concurrency suite: those run with the thread sanitizer, whose stack frames are several times as large.
@Suite(.store) struct HookDepthTests {
  @Test func `hooks nested to the limit fit on a small stack`() async {
    let (store, places) = (Store.current, Locked<[Int]>([]))
    let error = await withCheckedContinuation { continuation in
      let thread = Thread {
        let probe = HookProbe([
          "beforeSave": { chore, _ in
            var here = 0
            withUnsafePointer(to: &here) { place in places.withLock { $0.append(Int(bitPattern: place)) } }
            try chore.save()
          }
        ])
        let error = Store.with(store) { probe.failure { _ = try Chore.create() } }
        continuation.resume(returning: error as? StoreError)
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }
    #expect(error == .endlessHooks(model: "Chore", depth: 32))
    // A level more than fits would crash only where nothing was looked up before.
    let taken = places.withLock { ($0[0] - $0[$0.count - 1]) / ($0.count - 1) }
    #expect(taken <= 15 << 10, "bytes of the stack for each level; 16 KB are there")
  }
}
