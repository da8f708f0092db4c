import Foundation
import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import MotionModelTransactions

/// The threads that write.
extension Storm {
  func saveOne(_ random: inout SplitMix64) throws {
    let items = store.table(Item.self)
    let id = random.number(1...900)
    if var item = items.find(id) {
      item.change(&random)
      if random.chance(70) { try items.save(&item) } else { try items.delete(id) }
    } else {
      var item = Item(&random)
      try items.insert(&item)
    }
  }

  func saveMany(_ random: inout SplitMix64) throws {
    let items = store.table(Item.self)
    let rank = random.number(0...19)
    switch random.number(0...2) {
    case 0 where items.records.count < 700:
      try items.insert(contentsOf: (0..<random.number(1...200)).map { _ in Item(&random) })
    case 1: try items.records.where(\.rank == rank).updateAll { $0.name += "!" }
    default: try items.records.order(by: \.rank).limit(items.records.count > 500 ? 200 : 10).deleteAll()
    }
  }

  /// Imports rows by a mapping, half of which update stored items.
  func importRows(_ random: inout SplitMix64) throws {
    let items = store.table(Item.self)
    let known = items.records.limit(random.number(1...5)).pluck(\.code)
    let new = (0..<random.number(1...5)).map { _ in "\(random.next())" }
    let rank = random.number(0...19)
    let rows: [[String: AttributeValue]] = (known + new).map { ["Code": .string($0), "Points": .string("\(rank)")] }
    let mapping: ImportMapping<Item> = [
      .column("Code", to: \.code), .column("Points", to: \.rank) { try Int(attribute: $0) }, .key(\.code),
    ]
    let report = try items.importRows(rows, mapping: mapping)
    let isComplete = report.failures.isEmpty && report.records.map(\.rank) == rows.map { _ in rank }
    expect(isComplete, "an import: \(report.failures)")
  }

  /// Moves money from one account to another.
  func transfer(_ random: inout SplitMix64, in store: Store) throws {
    let (from, to) = (random.number(1...Account.count), random.number(1...Account.count))
    let isThrown = random.chance(20)
    try store.transaction {
      for (id, amount) in [(from, -1), (to, 1)] {
        guard var account = store.table(Account.self).find(id) else { throw Thrown() }
        account.balance += amount
        account.stamp = "\(random.next())"
        try store.table(Account.self).save(&account)
      }
      if isThrown { throw Thrown() }
    }
  }

  /// Runs nested transactions, some of which are undone, and a thread that reads in them.
  func nest(_ random: inout SplitMix64) throws {
    let store = store
    try store.transaction { transaction in
      try transfer(&random, in: store)
      try? transfer(&random, in: store)
      if random.chance(30) { transaction.rollback() }
      var item = Item(&random)
      try store.table(Item.self).insert(&item)
      expect(store.table(Item.self).find(item.id)?.code == item.code, "what was inserted is found in the transaction")
      expect(store.table(Account.self).records.sum(\.balance) == 0, "money in a transaction")
    }
  }

  /// Writes in a branch, which shares memory with the store and other branches.
  func branch(_ random: inout SplitMix64) throws {
    let draft = store.branch()
    for _ in 0..<random.number(1...5) {
      try? transfer(&random, in: draft.store)
      var item = Item(&random)
      try draft.table(Item.self).insert(&item)
      item.change(&random)
      try draft.table(Item.self).save(&item)
      if random.chance(20) { try draft.update() }
    }
    try draft.table(Item.self).records.limit(3).deleteAll()
    check(draft.store.snapshot(), "in a branch")
    if random.chance(60) { try draft.merge() }
  }

  func undo(_ random: inout SplitMix64) throws {
    let history = UndoHistory(of: store)
    for _ in 0..<5 {
      try? transfer(&random, in: store)
      try? saveOne(&random)
      _ = try? history.undo()
      if random.chance(50) { _ = try? history.redo() }
    }
  }

  func changeIndexes(_ random: inout SplitMix64) throws {
    let indexes: [Index<Item>] = [
      Index(\.rank, \.isDone), Index(orderedBy: \.name), Index(orderedBy: \.initial), Index(substringsOf: \.code),
      Index(\.name, where: \.rank > 5), Item.searchable.index,
    ]
    let index = random.pick(indexes)
    if try !store.addIndex(index) { try store.removeIndex(index.name, of: Item.self) }
  }
}
