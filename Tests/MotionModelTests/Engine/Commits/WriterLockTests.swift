import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite struct WriterLockTests {
  @Test func `a long wait for a transaction is reported`() throws {
    let warnings = Collector<String>()
    let lock = WriterLock(patience: 0.01) { warnings.add($0) }
    let waits = DispatchSemaphore(value: 0)
    try lock.withLock {
      Thread.detachNewThread {
        try? lock.withLock {}  // no circle: nobody waits for this thread
        waits.signal()
      }
      wait { !warnings.values.isEmpty }
    }
    #expect(waits.isSignalled())
    #expect(warnings.values.count == 1 && warnings.values[0].contains("has been waiting"))
  }

  @Test func `a property of an index that writes is refused, and its record is stored`() throws {
    try Store.with(Store()) {
      let refusals = Collector<String>()
      try Echo.$refusals.withValue(refusals) { try Echo.create { $0.text = "a" } }
      #expect(Echo.count == 1 && Heard.count == 0)
      #expect(Set(refusals.values) == ["\(StoreError.deadlock)"])
    }
  }
}

/// A record whose index is made of a property that writes.
private struct Echo: Model {
  @TaskLocal static var refusals: Collector<String>?

  var id = 0
  var text = ""

  var length: Int {
    do { try Heard.create { $0.text = text } } catch { Self.refusals?.add("\(error)") }
    return text.count
  }

  static let schema = Schema<Echo> {
    Column(\.text)
    Index(\.length)
  }
}

private struct Heard: Model {
  var id = 0
  var text = ""
  static let schema = Schema<Heard> { Column(\.text) }
}
