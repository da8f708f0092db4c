import Foundation
import MotionModel
import MotionModelTesting
import MotionModelTestSupport
import Testing

@Suite struct ManualClockTests {
  @Test func `a clock begins in 2001 and stands still`() {
    let clock = ManualClock()
    #expect(clock.read() == Date(timeIntervalSinceReferenceDate: 0))
    #expect(clock.read() == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func `a clock goes on by its step each time that it is read`() {
    let clock = ManualClock(at: Date(timeIntervalSince1970: 10), step: 0.5)
    #expect([clock.read(), clock.read()].map(\.timeIntervalSince1970) == [10, 10.5])
    #expect(clock.now.timeIntervalSince1970 == 11)
    #expect(clock.now.timeIntervalSince1970 == 11)
  }

  @Test func `a clock is advanced, set back and set`() {
    let clock = ManualClock()
    clock.advance(by: 3)
    #expect(clock.now == ManualClock.start.addingTimeInterval(3))
    clock.advance(by: -4)
    #expect(clock.now == ManualClock.start.addingTimeInterval(-1))
    clock.set(to: Date(timeIntervalSince1970: 7))
    #expect(clock.now.timeIntervalSince1970 == 7)
  }

  @Test func `a commit has one time`() throws {
    let clock = ManualClock(step: 1)
    let store = Store(clock: clock.read)
    let todos = try Todo.sample.create(count: 3, in: store)
    #expect(Set(todos.map(\.updatedAt)) == [ManualClock.start])
    #expect(clock.now == ManualClock.start.addingTimeInterval(1))
  }

  @Test func `many threads read different times`() async {
    let clock = ManualClock(step: 1)
    let times = await withTaskGroup(of: Date.self) { group in
      for _ in 0..<100 { group.addTask { clock.read() } }
      return await group.reduce(into: Set<Date>()) { $0.insert($1) }
    }
    #expect(times.count == 100)
  }

  #if os(macOS) || os(Linux)  // tests in processes of their own
    @Test func `a store without a clock traps when a test asks for its clock`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Store.with(Store()) { _ = ManualClock.current }
      }
      expectSentence("The store in use has no ManualClock: make it with the option .clock()", result)
    }

    @Test func `a clock cannot go on by an infinite time`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ManualClock().advance(by: .infinity)
      }
      expectSentence("A ManualClock cannot go on by inf seconds: pass a finite number.", result)
      await #expect(processExitsWith: .failure) { _ = ManualClock(step: .nan) }
    }
  #endif
}
