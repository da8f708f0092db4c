import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// The cost of nested transactions grows with their changes, not with their number.
@Suite struct NestedCostTests {
  struct Item: Model {
    var id = 0
    var name = ""
    static let schema = Schema<Item> { Column(\.name) }
  }

  /// Expects that ten times as many steps allocate memory at most twelve times as often.
  private func expectGrowth(_ steps: @escaping (Store, Int) throws -> Void) throws {
    func allocations(_ count: Int) throws -> Double {
      try Allocations.average(of: 1) { try steps(Store(notificationCenter: nil), count) }
    }
    let (few, many) = (try allocations(200), try allocations(2_000))
    #expect(many <= few * 12, "\(few) and \(many) allocations")
  }

  @Test(.enabled(if: Allocations.areCounted)) func `many transactions that are undone`() throws {
    try expectGrowth { store, count in
      try store.transaction {
        for _ in 0..<count {
          try? store.transaction {
            var item = Item()
            try store.table(Item.self).insert(&item)
            throw Stop()
          }
        }
      }
    }
  }

  @Test(.enabled(if: Allocations.areCounted)) func `many transactions that are kept`() throws {
    try expectGrowth { store, count in
      try store.transaction {
        for _ in 0..<count {
          try store.transaction {
            var item = Item()
            try store.table(Item.self).insert(&item)
          }
        }
      }
    }
  }

  @Test func `transactions may be nested deeply`() throws {
    let store = Store(notificationCenter: nil)
    func nest(_ depth: Int) throws {
      try store.transaction {
        var item = Item()
        try store.table(Item.self).insert(&item)
        if depth > 1 { try? nest(depth - 1) }
        if depth % 2 == 0 { throw Stop() }
      }
    }
    try? nest(301)
    #expect(store.table(Item.self).records.ids == [1])
  }

  @Test func `changes of a record in many nested transactions take the memory of one change`() throws {
    let store = Store(notificationCenter: nil)
    var item = Item()
    try store.table(Item.self).insert(&item)
    try store.transaction { transaction in
      for number in 0..<1_000 {
        try store.transaction { try store.table(Item.self).records.updateAll { $0.name = "\(number)" } }
      }
      #expect(transaction.changeset.count == 1)
      #expect(transaction.changeset.estimatedBytes < 1_000)
    }
    #expect(store.table(Item.self).records.pluck(\.name) == ["999"])
  }

  @Test func `changes that cancel out are not committed`() throws {
    let store = Store(notificationCenter: nil)
    var item = Item()
    try store.table(Item.self).insert(&item)
    try store.transaction {
      for name in ["other", ""] { try store.table(Item.self).records.updateAll { $0.name = name } }
    }
    #expect(store.commitCount == 1)
  }
}
