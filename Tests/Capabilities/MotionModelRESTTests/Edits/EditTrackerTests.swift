import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

/// What a tracker remembers, and for how long.
struct EditTrackerTests {
  @Test func `the ends of writes are remembered for readings that began before`() async throws {
    let tracker = EditTracker()
    func write(_ edit: String) async { await tracker.writing(edit) {} }
    for number in 0..<1000 { await write("Train/\(number)") }
    #expect(tracker.requestsNow.ended.isEmpty)
    var first: EditTracker.Reading? = tracker.beginReading()
    await write("Train/1")
    var second: EditTracker.Reading? = tracker.beginReading()
    await write("Train/2")
    let requests = tracker.requestsNow
    #expect(requests.isHeldBack("Train/1", during: first) && !requests.isHeldBack("Train/1", during: second))
    #expect(requests.isHeldBack("Train/2", during: first) && requests.isHeldBack("Train/2", during: second))
    #expect(!requests.isHeldBack("Train/2", during: nil))
    first = nil
    #expect(tracker.requestsNow.ended.keys.sorted() == ["Train/2"])
    second = nil
    #expect(tracker.requestsNow.ended.isEmpty)
    await tracker.writing("Train/3") { #expect(tracker.requestsNow.isHeldBack("Train/3", during: nil)) }
  }

  @Test func `marks of records that are gone are dropped, and those of stored ones are not`() throws {
    let (client, store, _) = RESTClient.scripted([])
    client.trackEdits(of: Train.self)
    let tracker = try #require(EditTracker.of(store))
    let last = shortened(20_000)
    for id in 1...last {
      try store.replicating {
        tracker.setMark("\"\(id)\"", of: "Train/\(id)", in: store)
        try store.table(Train.self).replicate([Train(id: id)])
      }
      if id > 500 { try Store.withoutHooks { _ = try store.table(Train.self).delete(id - 500) } }
    }
    #expect(tracker.markCount <= 1001)
    #expect((last - 499...last).allSatisfy { tracker.mark("Train/\($0)") == "\"\($0)\"" })
    tracker.setMark("W/\"weak\"", of: "Train/\(last)", in: store)
    #expect(tracker.mark("Train/\(last)") == nil)
  }
}
