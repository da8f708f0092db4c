import Foundation
import MotionModel
import Testing

@testable import MotionModelInspector

/// The latest commits, within limits.
struct CommitTapeTests {
  private func changesets(_ sizes: [Int]) throws -> [Changeset] {
    let store = Store(notificationCenter: nil)
    let collected = Locked([Changeset]())
    let recorder = store.recordCommits { changeset in collected.withLock { $0.append(changeset) } }
    for size in sizes { try store.table(Book.self).insert(contentsOf: (0..<size).map { Book("B\($0)") }) }
    store.stopRecording(recorder)
    return collected.withLock { $0 }
  }

  @Test func `the oldest are forgotten, and numbers say how many`() throws {
    let tape = CommitTape(limit: 3, changeLimit: 100, largest: 10)
    #expect(tape.entries().map(\.number) == [])
    #expect(tape.last == 0)
    for changeset in try changesets([1, 1, 1, 1, 1]) { tape.add(changeset) }
    #expect(tape.last == 5)
    #expect(tape.entries().map(\.number) == [3, 4, 5])
    #expect(tape.entries(after: 3).map(\.number) == [4, 5])
    #expect(tape.entries(limit: 1).map(\.number) == [5])
    #expect(tape.entries(after: 9).map(\.number) == [])
    #expect(tape.entry(2) == nil)
    #expect(tape.entry(3)?.summary == "Book: 1 inserted")
    #expect(tape.entry(6) == nil)
    #expect(tape.entry(-1) == nil)
  }

  @Test func `changes are limited together, and large commits are only counted`() throws {
    let tape = CommitTape(limit: 100, changeLimit: 10, largest: 6)
    for changeset in try changesets([4, 4, 4, 7]) { tape.add(changeset) }
    #expect(tape.entries().map(\.number) == [2, 3, 4])
    let large = try #require(tape.entry(4))
    #expect(large.changeset == nil)
    #expect(large.count == 7)
    #expect(large.summary == "Book: 7 inserted")
  }

  /// All sizes of tapes and all numbers of commits, beside an array.
  @Test func `a tape is the end of a list`() throws {
    let all = try changesets(Array(repeating: 1, count: 12))
    for limit in 1...6 {
      let tape = CommitTape(limit: limit)
      for (place, changeset) in all.enumerated() {
        tape.add(changeset)
        let expected = Array(all[...place].map(\.id).suffix(limit))
        #expect(tape.entries().map(\.id) == expected, "limit \(limit), commit \(place)")
        for after in 0...place + 1 {
          let numbers = (after + 1..<max(place + 2, after + 1)).suffix(limit)
          #expect(tape.entries(after: after).map(\.number) == Array(numbers).filter { $0 > place + 1 - limit })
        }
      }
    }
  }

  @Test func `an event says what was committed, and how many commits it leaves out`() throws {
    let tape = CommitTape(limit: 2)
    for changeset in try changesets([1, 2, 1]) { tape.add(changeset) }
    let event = String(decoding: EventStream.event(tape.entries(after: 0, limit: 20), after: 0), as: UTF8.self)
    #expect(
      event == """
        event: commits
        id: 3
        data: {"commits": [{"id": 2, "models": {"Book": ["2", "3"]}, "number": 2, "summary": "Book: 2 inserted"}, \
        {"id": 3, "models": {"Book": ["4"]}, "number": 3, "summary": "Book: 1 inserted"}], "last": 3, "skipped": 1}


        """)
  }
}
