import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// A store does not generate an id twice, even if the first transaction is undone.
@Suite(.ownStore) struct GivenIDTests {
  private var store: Store { .current }

  @Test func `saving a record of an undone transaction overwrites no other record`() throws {
    var mine = Topic("mine")
    try? store.transaction {
      try mine.save()
      throw Stop()
    }
    let other = try Topic.create { $0.name = "other" }
    try mine.save()
    #expect(Topic.pluck(\.name) == ["other", "mine"])
    #expect(mine.id != other.id)
    try mine.destroy()
    #expect(Topic.all == [other])
  }

  @Test func `an id of a preview is not generated again`() throws {
    let ids = store.preview { try Topic.insert(contentsOf: [Topic(), Topic()]).map(\.id) }.value ?? []
    #expect(ids == [1, 2])
    #expect(try Topic.create().id == 3)
  }

  @Test func `an id of an undone transaction is not generated again`() throws {
    var seen = 0
    #expect(throws: Stop()) {
      try store.transaction {
        seen = try Entry.create { $0.name = "seen" }.id
        throw Stop()
      }
    }
    #expect(try Entry.create { $0.name = "next" }.id == seen + 1)
  }

  @Test func `unused ids are not generated again after a commit of another model`() throws {
    var lost = 0
    try store.transaction {
      try? store.transaction {
        lost = try Topic.create().id
        throw Stop()
      }
      try Post.create()
    }
    #expect(try Topic.create().id == lost + 1)
  }

  @Test func `a merge replaces the id of a branch's record if an undone transaction has used it`() throws {
    let draft = store.branch()
    let drafted = try Store.with(draft.store) { try Topic.create { $0.name = "drafted" } }
    var mine = Topic("mine")
    try? store.transaction {
      try mine.save()
      throw Stop()
    }
    #expect(mine.id == drafted.id)
    let merge = try draft.merge()
    try mine.save()
    #expect(merge.id(of: Topic.self, drafted.id) != mine.id)
    #expect(Topic.order(by: \.name).pluck(\.name) == ["drafted", "mine"])
  }

  @Test(arguments: 0..<20) func `no id is generated twice, in whatever way`(part: Int) throws {
    var random = TestSeed.generator(41_000 + part)
    var given: [Int] = []
    func write(_ depth: Int) throws {
      for _ in 0..<random.number(1...4) {
        switch random.number(0...9) {
        case 0...3: given.append(try Topic.create().id)
        case 4: given += try Topic.insert(contentsOf: [Topic(), Topic("second")]).map(\.id)
        case 5: _ = store.preview { try write(depth + 1) }
        case 6:
          let topic = try Topic.create()
          given.append(topic.id)
          try topic.delete()
        default:
          if depth > 4 { break }
          let fate = random.number(0...3)
          try? store.transaction { transaction in
            try write(depth + 1)
            if fate == 0 { throw Stop() }
            if fate == 1 { transaction.rollback() }
            if fate == 2 { try Post.create() }
          }
        }
      }
    }
    for _ in 0..<30 { try write(0) }
    #expect(Set(given).count == given.count, "part \(part), seed \(TestSeed.current)")
    #expect(store.violation() == nil)
  }

  // MARK: - Versions

  @Test func `a version of an undone change is not given again`() throws {
    let entry = try Entry.create { $0.name = "one" }
    var (mine, yours) = (entry, entry)
    try? store.transaction {
      try mine.update { $0.amount = 1 }
      throw Stop()
    }
    try yours.update { $0.amount = 2 }
    #expect(throws: StoreError.self) { try mine.save() }
    #expect(Entry.find(entry.id)?.amount == 2)
    #expect(mine.version != yours.version)
  }

  @Test func `a copy that is up to date stays so after an increment, also after an undone change`() throws {
    var entry = try Entry.create { $0.name = "one" }
    try? store.transaction {
      var copy = entry
      try copy.update { $0.amount = 7 }
      throw Stop()
    }
    try entry.increment(\.amount)
    try entry.update { $0.name = "two" }
    #expect(Entry.find(entry.id) == entry)
  }
}
