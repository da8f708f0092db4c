import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Random queries on random records give the same answers with an index, without one, and by the words of each record:
/// before and after random writes, in snapshots, transactions and branches.
struct SearchOracleTests {
  /// A store with an index, whose blocks have two rows, and one without, with the same records.
  private struct Stores {
    let indexed: Store
    let plain: Store

    init(_ notes: [Note]) throws {
      indexed = try .ofNotes(notes)
      plain = try .ofNotes(notes, blockSize: nil)
    }

    func both(_ body: (Store) throws -> Void) rethrows {
      try body(indexed)
      try body(plain)
    }
  }

  /// A query and what it finds by the words of a record.
  private struct Question {
    let query: SearchQuery
    private let bound: BoundQuery

    init(_ random: inout SplitMix64) throws {
      if random.chance(70) {
        query = try SearchQuery(Note.query(&random))
      } else {
        let tokens = Note.words + ["OR", "-", "(", ")", "\""]
        query = SearchQuery(
          typed: (0..<random.number(0...4)).map { _ in random.pick(tokens) + random.pick(["", " "]) }.joined())
      }
      bound = try query.bound(to: ["title", "body", "tags"], by: TextAnalysis())
    }

    func finds(_ note: Note) -> Bool {
      bound.matches(RecordWords(columns: [[note.title], note.body.map { [$0] } ?? [], note.tags], TextAnalysis()))
    }
  }

  private func check(_ store: Store, _ questions: [Question], _ place: String) throws {
    let notes = store.table(Note.self).all
    for question in questions {
      let expected = notes.filter(question.finds).map(\.id)
      let found = try store.table(Note.self).search(question.query)
      #expect(found.ids == expected, "\(place): \(question.query)")
      #expect(found.count == expected.count, "\(place): \(question.query)")
    }
  }

  /// Saves, changes and deletes some notes of a store, each in a commit. The same generator makes the same writes.
  private func change(_ store: Store, _ random: inout SplitMix64) throws {
    let table = store.table(Note.self)
    for _ in 0..<random.number(1...6) {
      var note = Note.random(&random)
      let id = random.pickAny(table.ids)
      switch (random.number(0...3), id) {
      case (0, let id?): _ = try table.delete(id)
      case (1, let id?):
        note.id = id
        _ = try table.save(&note)
      case (2, let id?): _ = try table.where(\.id > id).updateAll { $0.title += " dog" }
      default: _ = try table.save(&note)
      }
    }
  }

  @Test(arguments: 0..<shortened(12)) func `Answers are the same with and without an index`(part: Int) throws {
    var random = TestSeed.generator(part)
    let stores = try Stores((0..<random.pick([0, 1, 5, 40, 90])).map { _ in Note.random(&random) })
    let questions = try (0..<30).map { _ in try Question(&random) }
    try stores.both { try check($0, questions, "part \(part), first") }

    let snapshots = [stores.indexed.snapshot(), stores.plain.snapshot()]
    let before = snapshots[1].table(Note.self).all
    for round in 0..<4 {
      let seed = random.next()
      try stores.both { store in
        var random = SplitMix64(seed: seed)
        try change(store, &random)
      }
      #expect(stores.indexed.table(Note.self).all == stores.plain.table(Note.self).all)
      try stores.both { try check($0, questions, "part \(part), round \(round)") }
    }
    for snapshot in snapshots {
      #expect(snapshot.table(Note.self).all == before)
      try check(snapshot, questions, "part \(part), snapshot")
    }
  }

  @Test(arguments: 12..<20) func `Answers are the same in transactions and after them`(part: Int) throws {
    struct Refused: Error {}
    var random = TestSeed.generator(part)
    let stores = try Stores((0..<30).map { _ in Note.random(&random) })
    let questions = try (0..<20).map { _ in try Question(&random) }
    for isRolledBack in [true, false] {
      let seed = random.next()
      try stores.both { store in
        var random = SplitMix64(seed: seed)
        let both = [random.pick([true, false]), isRolledBack]
        try? store.transaction {
          try change(store, &random)
          try check(store, questions, "part \(part), in a transaction")
          try? store.transaction {
            try change(store, &random)
            try check(store, questions, "part \(part), in a nested transaction")
            if both[0] { throw Refused() }
          }
          try check(store, questions, "part \(part), after a nested transaction")
          if both[1] { throw Refused() }
        }
        try check(store, questions, "part \(part), after a transaction")
      }
      #expect(stores.indexed.table(Note.self).all == stores.plain.table(Note.self).all)
    }
  }

  @Test(arguments: 20..<28) func `Answers are the same in branches and after their merge`(part: Int) throws {
    var random = TestSeed.generator(part)
    let stores = try Stores((0..<30).map { _ in Note.random(&random) })
    let questions = try (0..<20).map { _ in try Question(&random) }
    let seed = random.next()
    try stores.both { store in
      var random = SplitMix64(seed: seed)
      let branch = store.branch()
      try change(branch.store, &random)
      try change(store, &random)
      try check(branch.store, questions, "part \(part), branch")
      try check(store, questions, "part \(part), parent")
      try branch.merge(.ours)
      try check(store, questions, "part \(part), merged")
      try check(branch.store, questions, "part \(part), branch after the merge")
    }
    #expect(stores.indexed.table(Note.self).all == stores.plain.table(Note.self).all)
  }
}
