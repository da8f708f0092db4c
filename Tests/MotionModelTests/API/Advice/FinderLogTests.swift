import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// The log of what a store is asked.
@Suite(.ownStore) struct FinderLogTests {
  private var store: Store { Store.current }

  private func quietLog(keeping limit: Int = 1_000, repeatedMoreThan repeats: Int? = 20) -> FinderLog {
    store.logFinders(keeping: limit, slowerThan: nil, repeatedMoreThan: repeats) { _ in }
  }

  private func fill() throws {
    for number in 1...30 { try Board.create { $0.name = "board \(number)" } }
    for number in 1...60 {
      try Card.create {
        $0.boardID = number % 30 + 1
        $0.weight = number % 5
      }
    }
  }

  @Test func `each question is an entry with its plan, its time and the number of records`() throws {
    try fill()
    let log = quietLog()
    defer { log.cancel() }
    let date = Date()
    _ = Card.where(\.weight > 3).order(by: \.title).limit(5).all
    #expect(Card.where(\.boardID).eq(2).count == 2)
    _ = Board.find(1)
    _ = Board.find(99)
    _ = Card.records.sum(\.weight)
    try store.inTransaction { _ = Board.find(2) }
    let entries = log.entries
    #expect(
      entries.map(\.question) == [
        "Card where weight > order by title limit", "Card where boardID ==", "Board by id", "Board by id", "Card",
        "Board by id",
      ])
    #expect(entries.map(\.count) == [5, 2, 1, 0, nil, 1])
    #expect(entries.map(\.isInTransaction) == [false, false, false, false, false, true])
    #expect(entries.map { $0.duration == nil } == [false, false, true, true, false, true])
    #expect(entries[0].plan?.access == .scan && entries[1].plan?.usesIndex(on: \Card.boardID) == true)
    #expect(entries.allSatisfy { $0.date >= date.addingTimeInterval(-1) })
    #expect(entries[2].description == "Board by id: 1 record")
    #expect(entries[0].description.hasPrefix("Card where weight > order by title limit: 5 records in "))
    #expect(log.count == 6)
  }

  @Test func `records with related ones are one question, with the time of all that is read`() throws {
    try fill()
    let log = quietLog()
    defer { log.cancel() }
    _ = Board.where(\.id).eq(3).including(\.cards).all
    _ = Card.where(\.weight).eq(4).limit(2).including(\.board).all
    _ = Card.including(\.board).first
    _ = Board.where(\.id).eq(3).join(\.cards)
    let entries = log.entries
    #expect(
      entries.map(\.question) == ["Board where id ==", "Card where weight == limit", "Card limit", "Board where id =="])
    #expect(entries.map(\.count) == [1, 2, 1, 1])
    #expect(entries.allSatisfy { $0.duration != nil && $0.plan != nil })
  }

  @Test func `a log keeps the latest entries, and others after it was emptied`() throws {
    let log = quietLog(keeping: 3, repeatedMoreThan: nil)
    defer { log.cancel() }
    #expect(log.entries.isEmpty)
    for id in 1...5 { _ = id.isMultiple(of: 2) ? Board.find(id).map(\.id) : Card.find(id).map(\.id) }
    #expect(log.entries.map(\.model) == ["Card", "Board", "Card"] && log.count == 5)
    log.removeAll()
    _ = Board.find(1)
    #expect(log.entries.map(\.model) == ["Board"] && log.count == 1)
    let none = quietLog(keeping: 0)
    _ = Board.find(1)
    #expect(none.entries.isEmpty && none.count == 1)
    none.cancel()
  }

  @Test func `a log that has ended gets nothing, and others go on`() throws {
    let (first, second) = (quietLog(), quietLog())
    _ = Board.count
    first.cancel()
    first.cancel()
    _ = Board.find(1)
    #expect(first.entries.count == 1 && second.entries.count == 2)
    second.cancel()
    _ = Board.find(1)
    #expect(second.entries.count == 2)
  }

  @Test func `a loop that asks for the parent of each record is one repetition, with the line that asks`() async throws
  {
    try fill()
    let findings = Collector<FinderLog.Finding>()
    let log = store.logFinders(slowerThan: nil, repeatedMoreThan: 20) { findings.add($0) }
    defer { log.cancel() }
    var line = 0
    for card in Card.all {
      _ = card.board; line = #line
    }
    for board in Board.all { _ = board.cards.count }
    let repetitions = log.repetitions
    #expect(repetitions.map(\.question) == ["Board by id", "Card where boardID =="])
    #expect(repetitions.map(\.count) == [60, 30])
    // An optimised build may name another line, or a function that was inlined there.
    #if os(Linux) && DEBUG
      let caller = try #require(repetitions[0].caller)
      #expect(caller.file?.hasSuffix("FinderLogTests.swift") == true && caller.line == line)
      #expect(
        repetitions[0].description.hasPrefix(
          "Board by id: asked 60 times in a loop, from FinderLogTests.swift:\(line) in "))
    #endif
    while findings.values.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(findings.values.count == 2)
    #expect(findings.values.allSatisfy { if case .repeated = $0 { true } else { false } })
  }

  @Test func `the same question of several tasks is no repetition`() async throws {
    try fill()
    let log = quietLog()
    defer { log.cancel() }
    let store = store
    await withTaskGroup(of: Void.self) { group in
      for id in 1...60 { group.addTask { _ = store.table(Board.self).find(id) } }
    }
    #expect(log.repetitions.isEmpty && log.count == 60)
  }

  @Test func `slow finders are reported, and what a report asks is not logged`() throws {
    try fill()
    let (findings, store) = (Collector<FinderLog.Finding>(), store)
    let log = store.logFinders(slowerThan: .zero, repeatedMoreThan: nil) {
      findings.add($0)
      _ = store.table(Card.self).records.where(\.weight == 1).count
    }
    defer { log.cancel() }
    _ = Card.where(\.weight > 3).all
    #expect(log.entries.count == 1)
    let finding = try #require(findings.values.first)
    #expect(finding.description.hasPrefix("Slow: Card where weight >: ") && findings.values.count == 1)
  }

  @Test func `the memory of runs and repetitions is limited`() throws {
    let log = quietLog(keeping: 10, repeatedMoreThan: 1)
    defer { log.cancel() }
    for limit in 1...shortened(750) {
      let finder = (1...(limit % 250 + 1)).reduce(Card.records) { finder, _ in finder.where(\.weight > 1) }
      for _ in 0..<2 { _ = finder.count }
    }
    #expect(log.repetitions.count <= 200 && log.entries.count == 10)
  }

  @Test func `snapshots are not logged, and a store that is logged is freed`() throws {
    let log = store.snapshot().logFinders { _ in }
    #expect(log.entries.isEmpty)
    let isFreed = try Lifetimes.isFreed { store in
      _ = store.logFinders { _ in }
      #expect(store.table(Todo.self).records.isEmpty)
    }
    #expect(isFreed)
  }
}
