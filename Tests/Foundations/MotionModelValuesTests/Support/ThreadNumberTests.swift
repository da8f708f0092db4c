import Foundation
import Testing

@testable import MotionModelValues

@Suite struct ThreadNumberTests {
  @Test func `a thread keeps its number, and other threads have other numbers`() {
    let here = ThreadNumber.current
    let there = Locked<[ThreadNumber]>([])
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      there.withLock { $0 = [.current, .current] }
      isDone.signal()
    }
    isDone.wait()
    let numbers = there.withLock { $0 }
    #expect(numbers.count == 2 && numbers[0] == numbers[1])
    #expect(ThreadNumber.current == here && !numbers.contains(here))
  }
}
