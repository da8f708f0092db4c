@testable import MotionModel
import MotionModelTestSupport
import Testing

/// Finders that are kept: whatever was written since they were made, and whichever indexes were added and removed, they
/// find what new finders and a plain array find, by the plan of a new finder.
@Suite struct KeptFinderTests {
  private struct Stop: Error {}

  private struct Crate: Model {
    var id = 0

    struct Relations: ModelRelations { let parts = HasMany<Part>(\.crateID) }
  }

  private struct Part: Model, Equatable {
    var id = 0
    var name = ""
    var size = 0
    var crateID: Int?

    static let schema = Schema<Part> {
      Column(\.name, .indexed)
      Column(\.size, .ordered)
    }
    struct Relations: ModelRelations { let crate = BelongsTo<Crate>(\.crateID) }

    static func random(_ random: inout SplitMix64) -> Part {
      Part.new {
        $0.name = random.pick(["a", "b", "c", "d"])
        $0.size = random.number(0...9)
        $0.crateID = random.pick([nil, 1, 2, 3])
      }
    }
  }

  /// A finder, and what it has to find.
  private struct Question {
    let finder: Finder<Part>
    let isMet: (Part) -> Bool

    static func all(in store: Store) -> [Question] {
      let parts = store.table(Part.self)
      return [
        Question(finder: parts.where(\.name == "b")) { $0.name == "b" },
        Question(finder: parts.where(\.name == "nobody")) { _ in false },
        Question(finder: parts.where(\.crateID == 2)) { $0.crateID == 2 },
        Question(finder: parts.where(\.crateID == nil)) { $0.crateID == nil },
        Question(finder: parts.where { $0.size == 3 }) { $0.size == 3 },
        Question(finder: parts.where(\.size < 4)) { $0.size < 4 },
        Question(finder: parts.where(\.id == 7)) { $0.id == 7 },
        Question(finder: parts.where(\.name != "a")) { $0.name != "a" },
        Question(finder: parts.where(\.name).eq("b").and(\.size).gt(2)) { $0.name == "b" && $0.size > 2 },
        Question(finder: parts.records) { _ in true },
      ]
    }
  }

  /// A store with the questions that were made at some time.
  private struct Kept {
    let store: Store
    let questions: [Question]
    let children: RelatedRecords<Crate, Part>

    init(_ store: Store) {
      self.store = store
      questions = Question.all(in: store)
      children = store.of(Crate.new { $0.id = 2 }).parts
    }

    /// The descriptions of the finders that find something else.
    var wrong: [String] {
      let all = store.table(Part.self).all
      func isRight(_ finder: some FinderChain<Part>, _ expected: [Part]) -> Bool {
        finder.all == expected && finder.count == expected.count && finder.first == expected.first
          && finder.isEmpty == expected.isEmpty && finder.first(2) == Array(expected.prefix(2))
          && finder.limit(1).count == min(1, expected.count)
      }
      let pairs = zip(questions, Question.all(in: store)).filter { old, new in
        let expected = all.filter(old.isMet)
        return !isRight(old.finder, expected) || !isRight(new.finder, expected) || old.finder.plan != new.finder.plan
      }
      let ofCrate = all.filter { $0.crateID == 2 }
      let isWrong =
        children.count != ofCrate.count || children.first != ofCrate.first || children.all != ofCrate
        || children.isEmpty != ofCrate.isEmpty || !isRight(children.finder, ofCrate)
      return pairs.map(\.0.finder.description) + (isWrong ? [children.description] : [])
    }
  }

  private func write(in store: Store, _ random: inout SplitMix64) throws {
    let parts = store.table(Part.self)
    let some = random.pickAny(parts.all)
    switch random.number(0...11) {
    case 0: try parts.insert(contentsOf: (0..<random.number(100...200)).map { _ in Part.random(&random) })
    case 1: try parts.where(\.size == random.number(0...9)).deleteAll()
    case 2, 3: if let some { try parts.delete(some) }
    case 4, 5, 6:
      guard var part = some else { return }
      try parts.update(&part) { ($0.name, $0.size) = (random.pick(["a", "b", "c"]), random.number(0...9)) }
    default: try parts.insert(contentsOf: [Part.random(&random)])
    }
  }

  private func changeIndexes(of store: Store, _ random: inout SplitMix64) throws {
    if random.chance(50), let index = random.pickAny(store.indexes(of: Part.self)) {
      #expect(try store.removeIndex(index.name, of: Part.self))
    } else {
      let more: [Index<Part>] = [Index(\.name), Index(\.size), Index(\.crateID), Index(\.name, \.size)]
      _ = try store.addIndex(random.pick(more))
    }
  }

  @Test(arguments: 0..<shortened(12)) func `kept finders find what new ones find`(part: Int) throws {
    var random = TestSeed.generator(22_800 + part)
    // The first finders are made before there is a record.
    var all = [Kept(Store(notificationCenter: nil))]
    let store = all[0].store
    for step in 0..<40 {
      switch random.number(0...9) {
      case 0: all.append(Kept(store.snapshot()))
      case 1:
        let branch = Kept(store.fork())
        try changeIndexes(of: branch.store, &random)
        try write(in: branch.store, &random)
        all.append(branch)
      case 2:
        #expect(throws: Stop.self) {
          try store.inTransaction {
            for _ in 0..<random.number(1...3) {
              try write(in: store, &random)
              #expect(all[0].wrong == [])
            }
            throw Stop()
          }
        }
      case 3:
        try store.inTransaction {
          for _ in 0..<3 { try write(in: store, &random) }
          #expect(all[0].wrong == [])
        }
      case 4, 5: try changeIndexes(of: store, &random)
      default: try write(in: store, &random)
      }
      for kept in all.prefix(1) + all.suffix(3) {
        try #require(kept.wrong == [], "step \(step), part \(part), seed \(TestSeed.current)")
      }
    }
  }
}
