import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelInspector

/// The latest commits, within limits.
struct CommitLogBufferTests {
  private let store = Store(notificationCenter: nil)
  private var books: ModelTable<Book> { store.table(Book.self) }

  /// Makes a commit of some books for each size.
  private func commit(_ sizes: [Int]) throws {
    for size in sizes { try books.insert(contentsOf: (0..<size).map { Book("B\($0)") }) }
  }

  @Test func `the oldest are forgotten, and numbers say how many`() throws {
    let log = CommitLogBuffer(store, CommitRing.Limits(commits: 3))
    #expect(log.entries().map(\.number) == [])
    #expect(log.last == 0)
    try commit([1, 1, 1, 1, 1])
    #expect(log.last == 5)
    #expect(log.entries().map(\.number) == [3, 4, 5])
    #expect(log.entries(after: 3).map(\.number) == [4, 5])
    #expect(log.entries(limit: 1).map(\.number) == [5])
    for number in [9, .max] { #expect(log.entries(after: number).map(\.number) == []) }
    #expect(log.entry(2) == nil)
    #expect(log.entry(3)?.summary == "Book: 1 inserted")
    #expect(log.entry(6) == nil)
    #expect(log.entry(-1) == nil)
  }

  @Test func `changes are limited together, and large commits are only counted`() throws {
    let log = CommitLogBuffer(store, CommitRing.Limits(commits: 100, changes: 10, largest: 6))
    try commit([4, 4, 4, 7])
    #expect(log.entries().map(\.number) == [2, 3, 4])
    let large = try #require(log.entry(4))
    #expect(large.changeset == nil)
    #expect(large.count == 7)
    #expect(large.summary == "Book: 7 inserted")
  }

  /// All sizes of tapes and all numbers of commits, beside an array.
  @Test func `a log is the end of a list`() throws {
    let tapes = (1...6).map { (limit: $0, log: CommitLogBuffer(store, CommitRing.Limits(commits: $0))) }
    for place in 0..<12 {
      try commit([1])
      for (limit, log) in tapes {
        #expect(log.entries().map(\.id) == Array((1...place + 1).suffix(limit)), "limit \(limit), commit \(place)")
        for after in 0...place + 1 {
          let numbers = (after + 1..<max(place + 2, after + 1)).suffix(limit)
          #expect(log.entries(after: after).map(\.number) == Array(numbers).filter { $0 > place + 1 - limit })
        }
      }
    }
  }

  @Test func `several tapes of a store end each by itself`() throws {
    let first = CommitLogBuffer(store)
    try commit([1])
    let second = CommitLogBuffer(store)
    try commit([1])
    #expect((first.last, second.last) == (2, 1))
    first.end()
    first.end()
    try commit([1])
    #expect((first.last, second.last) == (0, 2))
    #expect(first.entries().isEmpty)
    #expect(first.entry(1) == nil)
    first.trim()
  }

  @Test func `silenced commits, and those of a block, are on the log`() throws {
    let log = CommitLogBuffer(store)
    try store.silenced { try commit([1]) }
    try store.coalesced { try commit([1, 1]) }
    #expect(log.entries().map(\.summary) == Array(repeating: "Book: 1 inserted", count: 3))
  }

  @Test(arguments: [CommitRing.Limits(commits: 1), CommitRing.Limits(changes: 1)])
  func `the end of a value that is forgotten may look at the commits`(limits: CommitRing.Limits) throws {
    let (first, second) = (CommitLogBuffer(store, limits), CommitLogBuffer(store, limits))
    let seen = Locked<[Int]>([])
    let lamps = store.table(Lamp.self)
    do {
      var lamp = Lamp(probe: Probe { seen.withLock { $0.append(first.last + second.last) } })
      try lamps.save(&lamp)
    }
    try lamps.deleteAll()
    #expect(seen.withLock { $0 } == [])
    try commit([1, 1])
    #expect(seen.withLock { $0 } == [6])
  }

  // MARK: - Bytes

  @Test func `large values are limited together`() throws {
    let log = CommitLogBuffer(store, CommitRing.Limits(bytes: 10_000_000))
    for number in 0..<30 {
      try books.insert(contentsOf: [Book(String(repeating: "x", count: 1_000_000 + number))])
      log.trim()
    }
    #expect(log.entries().map(\.number) == Array(22...30))
    #expect(log.entries().compactMap(\.bytes).reduce(0, +) <= 10_000_000)
    // Those that came since the last time are measured together.
    for _ in 0..<30 { try books.insert(contentsOf: [Book(String(repeating: "y", count: 2_000_000))]) }
    log.trim()
    #expect(log.entries().map(\.number) == Array(57...60))
    try commit([1])
    log.trim()
    #expect(log.entries().map(\.number) == Array(57...61))
  }

  @Test func `a commit of very large values is only counted`() throws {
    let log = CommitLogBuffer(store, CommitRing.Limits(bytes: 1_000_000))
    try books.insert(contentsOf: (0..<3).map { _ in Book(String(repeating: "x", count: 100_000)) })
    try commit([1])
    log.trim()
    #expect(log.entries().map { $0.changeset == nil } == [true, false])
    #expect(log.entries().map(\.summary) == ["Book: 3 inserted", "Book: 1 inserted"])
    #expect(log.entries().map(\.count) == [3, 1])
  }

  @Test func `values that a change leaves as they are take nothing`() throws {
    try books.insert(contentsOf: [Book(String(repeating: "x", count: 1_000_000))])
    let log = CommitLogBuffer(store)
    try books.updateAll { $0.pages = 7 }
    log.trim()
    #expect(try #require(log.entry(1)?.bytes) == 2 * MemoryLayout<Book>.stride)
    try books.updateAll { $0.title = "small" }
    log.trim()
    #expect(try #require(log.entry(2)?.bytes) == 2 * MemoryLayout<Book>.stride + 1_000_032)
  }

  @Test func `an inspector measures by itself`() throws {
    let inspector = try Inspector(store).start()
    for _ in 0..<40 { try books.insert(contentsOf: [Book(String(repeating: "x", count: 4_000_000))]) }
    let browser = try Browser(inspector)
    // Fifteen of the commits are 64 MB.
    wait { (try? browser.get("commits").body.matches(of: /<tr data-id/).count) ?? 40 <= 16 }
    #expect(try browser.get("commits").body.matches(of: /<tr data-id/).count == 16)
    #expect(try browser.get("commits").body.contains("<p>40 commits since the inspector started"))
    inspector.cancel()
  }

  @Test func `bytes of values are about those that they take in memory`() {
    #expect(AttributeValue.int(3).heapBytes == 0)
    #expect(AttributeValue.string("short").heapBytes == 0)
    #expect(AttributeValue.string(String(repeating: "é", count: 50)).heapBytes == 132)
    #expect(AttributeValue.data(Data(count: 1_000)).heapBytes == 1_032)
    let list = AttributeValue.array(Array(repeating: .string(String(repeating: "x", count: 100)), count: 10))
    #expect(list.heapBytes == 10 * (MemoryLayout<AttributeValue>.stride + 132))
    var deep = AttributeValue.array([])
    for _ in 0..<5_000 { deep = .array([deep]) }
    #expect(deep.heapBytes == 5_000 * MemoryLayout<AttributeValue>.stride)
  }

  @Test func `an event says what was committed, and how many commits it leaves out`() throws {
    let log = CommitLogBuffer(store, CommitRing.Limits(commits: 2))
    try commit([1, 2, 1])
    let event = String(decoding: EventStream.event(log.entries(after: 0, limit: 20), after: 0), as: UTF8.self)
    #expect(
      event == """
        event: commits
        id: 3
        data: {"commits": [{"id": 2, "models": {"Book": ["2", "3"]}, "number": 2, "summary": "Book: 2 inserted"}, \
        {"id": 3, "models": {"Book": ["4"]}, "number": 3, "summary": "Book: 1 inserted"}], "last": 3, "skipped": 1}


        """)
  }
}

/// A record that keeps an object.
private struct Lamp: Model {
  var id = 0
  var probe: Probe?

  static let schema = Schema<Lamp> { Transient(\.probe) }
}

/// Calls a closure at its end.
private final class Probe: Sendable {
  private let atEnd: @Sendable () -> Void

  init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }

  deinit { atEnd() }
}
