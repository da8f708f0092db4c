import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite struct WriterLockTests {
  @Test func `a long wait for a transaction is reported`() throws {
    let warnings = Collector<String>()
    let lock = WriterLock(patience: 0.01) { warnings.add($0) }
    let waits = DispatchSemaphore(value: 0)
    try lock.withLock(isTransaction: true) {
      Thread.detachNewThread {
        try? lock.withLock {}  // no circle: nobody waits for this thread
        waits.signal()
      }
      wait { !warnings.values.isEmpty }
    }
    #expect(waits.isSignalled())
    #expect(warnings.values.count == 1 && warnings.values[0].contains("has been waiting"))
  }
}
