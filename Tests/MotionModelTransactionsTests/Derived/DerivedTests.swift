import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite struct DerivedTests {
  let store = Store()

  private func inStore(_ body: () throws -> Void) throws {
    try Store.with(store) { () throws in
      try body()
      try check(store)
    }
  }

  private func check(_ store: Store, _ what: String = "") throws {
    let oracle = AccountsOracle(store)
    #expect(store.table(BillEntry.self).records.all == oracle.entries, "\(what)")
    #expect(store.table(Bill.self).records.all == oracle.bills, "\(what)")
    #expect(store.table(Account.self).records.all == oracle.accounts, "\(what)")
    #expect(try store.verify() == [], "\(what)")
  }

  @Test func `a sum follows children that are added, changed, moved and deleted`() throws {
    try inStore {
      let (first, second) = (try Bill.create { $0.paid = 5 }, try Bill.create())
      var entry = try BillEntry.create { ($0.billID, $0.price, $0.quantity) = (first.id, 10, 3) }
      #expect(entry.amount == 30)
      #expect(try Bill.require(first.id).due == 25)
      try entry.update { $0.quantity = 2 }
      #expect(try Bill.require(first.id).total == 20)
      try entry.update { $0.billID = second.id }
      #expect(Bill.records.pluck(\.total) == [0, 20])
      try entry.delete()
      #expect(Bill.records.pluck(\.total) == [0, 0])
    }
  }

  @Test func `a save never sets what is kept up`() throws {
    try inStore {
      var bill = try Bill.create { $0.total = 77 }
      #expect(bill.total == 0)
      _ = try BillEntry.insert(contentsOf: [BillEntry(of: bill, 4)])
      bill.paid = 1
      try bill.save()
      #expect(try Bill.require(bill.id).total == 4)
      #expect(try Bill.require(bill.id).due == 3)
    }
  }

  @Test func `values of values are kept up in the same commit`() throws {
    try inStore {
      let account = try Account.create()
      let bill = try Bill.create { $0.accountID = account.id }
      _ = try BillEntry.insert(contentsOf: [BillEntry(of: bill, 4, 2), BillEntry(of: bill, 5)])
      let found = try Account.require(account.id)
      #expect((found.revenue, found.openCount, found.entriesTotal) == (13, 1, 13))
      #expect(found.dearest == 13)
    }
  }

  @Test func `conditions, extremes and the latest one are kept up`() throws {
    try inStore {
      let bill = try Bill.create()
      _ = try BillEntry.insert(contentsOf: [
        BillEntry(of: bill, 4, day: 2), BillEntry(of: bill, 3, 0, day: 7), BillEntry(of: bill, 9),
      ])
      var found = try Bill.require(bill.id)
      #expect(found.least == 4 && found.newest == 3)
      try BillEntry.where(\.price == 3).updateAll { $0.quantity = 1 }
      try BillEntry.where(\.price == 4).deleteAll()
      found = try Bill.require(bill.id)
      #expect(found.least == 3 && found.newest == 3)
      try BillEntry.deleteAll()
      found = try Bill.require(bill.id)
      #expect(found.least == nil && found.newest == nil && found.averagePrice == nil)
    }
  }

  @Test func `the greatest and the least integers are extremes like others`() throws {
    try inStore {
      let bill = try Bill.create()
      for (price, least) in [(Int.max, Int.max), (.max - 1, .max - 1), (3, 3), (.min, .min)] {
        try BillEntry.create { ($0.billID, $0.price, $0.quantity) = (bill.id, price, 0) }
        #expect(try Bill.require(bill.id).lowest == least)
        #expect(try Bill.require(bill.id).highest == .max)
      }
      try BillEntry.where(\.price == .max).deleteAll()
      #expect(try Bill.require(bill.id).highest == .max - 1)
      // The oracle cannot add them up.
      try BillEntry.deleteAll()
    }
  }

  @Test func `what is kept up can be found and ordered by its indexes`() throws {
    try inStore {
      let accounts = try Account.insert(contentsOf: [Account(name: "a"), Account(name: "b")])
      let bill = try Bill.create { $0.accountID = accounts[1].id }
      _ = try BillEntry.insert(contentsOf: [BillEntry(of: bill, 4)])
      #expect(Account.where(\.openCount == 1).pluck(\.name) == ["b"])
      #expect(Account.order(by: \.revenue, .descending).pluck(\.name) == ["b", "a"])
    }
  }

  @Test func `the index of a sum finds no records and is not listed`() {
    #expect(
      store.indexes(of: BillEntry.self).map(\.name) == [
        "billID", "billID+price ordered where quantity > 0", "billID+day ordered", "billID+price ordered",
      ])
  }

  @Test func `a sum that does not fit is refused, and nothing is written`() throws {
    try inStore {
      let bill = try Bill.create()
      _ = try BillEntry.insert(contentsOf: [BillEntry(of: bill, .max)])
      let error = #expect(throws: StoreError.self) {
        _ = try BillEntry.insert(contentsOf: [BillEntry(of: bill, 1)])
      }
      #expect(error == .numberOverflow(model: "Bill", column: "total", id: "\(bill.id)"))
      #expect(BillEntry.count == 1)
      try BillEntry.deleteAll()
    }
  }

  @Test func `columns that follow from each other are refused`() throws {
    let error = #expect(throws: StoreError.self) { try Store.with(Store()) { _ = try Hen.create() } }
    #expect(error == .endlessDerivation(columns: ["Egg.size", "Hen.size"]))
    #expect(
      "\(StoreError.endlessDerivation(columns: ["Egg.size", "Hen.size"]))".hasSuffix("in a circle: Egg.size, Hen.size.")
    )
  }

  @Test func `a copy in a file may have other values, which are corrected`() throws {
    try inStore {
      let bill = try Bill.create()
      _ = try BillEntry.insert(contentsOf: [BillEntry(of: bill, 4), BillEntry(of: bill, 5)])
      let text = String(decoding: try store.data(as: .json), as: UTF8.self)
      let wrong = text.replacing("\"total\":9", with: "\"total\":1").replacing("\"total\": 9", with: "\"total\": 1")
      #expect(wrong != text)
      let copy = Store()
      try copy.load(from: .data(Data(wrong.utf8)), models: [Account.self, Bill.self, BillEntry.self])
      #expect(copy.table(Bill.self).records.pluck(\.total) == [9])
      try check(copy)
      #expect(try copy.rebuildDerived() == 0)
    }
  }

  @Test func `columns that are declared anew are computed when a file of before is loaded`() throws {
    try inStore {
      let account = try Account.create()
      let bill = try Bill.create { ($0.accountID, $0.paid) = (account.id, 2) }
      _ = try BillEntry.insert(contentsOf: [BillEntry(of: bill, 4, day: 1), BillEntry(of: bill, 5, 2)])
      var document = try StoreDocument(store.data(as: .json), as: .json, name: "accounts")
      for column in ["total", "due", "averagePrice", "least", "newest"] { document["Bill"]?.remove(column) }
      for column in ["billsCount", "revenue", "openCount", "entriesTotal"] { document["Account"]?.remove(column) }
      document["BillEntry"]?.remove("amount")
      let copy = Store()
      try copy.load(
        from: .data(document.data(as: .json)), models: [Account.self, Bill.self, BillEntry.self])
      try check(copy)
      #expect(copy.table(Bill.self).records.pluck(\.due) == [12])
      #expect(copy.table(Account.self).records.all == Account.all)
    }
  }

  @Test func `one model's columns are compared with the records, and stay where they are right`() throws {
    try inStore {
      let bill = try Bill.create()
      _ = try BillEntry.insert(contentsOf: [BillEntry(of: bill, 4)])
      let count = store.commitCount
      #expect(try Bill.rebuildDerived() == 0)
      #expect(try store.table(Account.self).rebuildDerived() == 0)
      #expect(store.commitCount == count)
    }
    #expect(throws: StoreError.endlessDerivation(columns: ["Egg.size", "Hen.size"])) {
      try Store().table(Hen.self).rebuildDerived()
    }
  }

  @Test func `a preview shows what would follow`() throws {
    try inStore {
      let bill = try Bill.create()
      let preview = store.preview { _ = try BillEntry.insert(contentsOf: [BillEntry(of: bill, 4)]) }
      #expect(preview.changeset.changes(of: Bill.self).map(\.new?.total) == [4])
    }
  }

  @Test func `ten times as many children take about ten times as long`() throws {
    let ratio = try growth(from: 200, to: 2_000, limit: 12) { count in
      try Store.with(Store()) { () throws in
        let bill = try Bill.create()
        for number in 0..<count {
          try BillEntry.create { ($0.billID, $0.price, $0.day) = (bill.id, number, number) }
        }
      }
    }
    #expect(ratio <= 12)
  }

  // MARK: - Random writes

  @Test(arguments: 0..<shortened(12)) func `random writes of all kinds keep what follows from the records`(round: Int)
    throws
  {
    var random = TestSeed.generator(round)
    let history = UndoHistory(of: store)
    try Store.with(store) { () throws in
      for number in 0..<50 {
        let kind = random.number(0...17)
        try step(kind, &random, history)
        try check(store, "step \(number) of kind \(kind), round \(round)")
      }
    }
  }

  private func step(_ kind: Int, _ random: inout SplitMix64, _ history: UndoHistory) throws {
    switch kind {
    case 11: if history.canUndo { try history.undo() }
    case 12: if history.canRedo { try history.redo() }
    case 13: try rollBack(&random)
    case 14: try merge(&random)
    case 15: try replace()
    case 16:
      var generator = random
      _ = store.preview { try write(generator.number(0...10), &generator) }
    case 17: _ = try store.rebuildDerived()
    default: try write(kind, &random)
    }
  }

  private func rollBack(_ random: inout SplitMix64) throws {
    struct Stop: Error {}
    do {
      try store.transaction {
        for _ in 0..<3 { try write(random.number(0...10), &random) }
        try check(store, "in a transaction")
        throw Stop()
      }
    } catch is Stop {}
  }

  private func merge(_ random: inout SplitMix64) throws {
    let branch = store.branch()
    try Store.with(branch.store) { for _ in 0..<3 { try write(random.number(0...10), &random) } }
    for _ in 0..<2 { try write(random.number(0...10), &random) }
    _ = try branch.merge(.theirs)
  }

  /// Replaces all records by those of a file.
  private func replace() throws {
    let data = try store.data(as: .json)
    try store.load(from: .data(data), models: [Account.self, Bill.self, BillEntry.self])
  }

  private func entry(_ random: inout SplitMix64) -> BillEntry {
    var entry = BillEntry()
    entry.billID = random.pick(Bill.all.map(\.id) + [0, 99])
    (entry.price, entry.quantity) = (random.number(-20...20), random.number(0...3))
    (entry.weight, entry.day) = (Double(random.number(-99...99)) / 8, random.chance(70) ? random.number(1...4) : nil)
    return entry
  }

  private func write(_ kind: Int, _ random: inout SplitMix64) throws {
    let accountIDs = Account.all.map { Optional($0.id) } + [nil]
    let number = random.number(-20...20)
    switch kind {
    case 0: try Account.create { $0.name = "a" }
    case 1, 2:
      let account = random.pick(accountIDs)
      try Bill.create { ($0.accountID, $0.paid) = (account, number) }
    case 3, 4: _ = try BillEntry.insert(contentsOf: (0..<random.number(1...5)).map { _ in entry(&random) })
    case 5:
      var (saved, copy) = (entry(&random), entry(&random))
      try saved.save()
      copy.id = saved.id
      try copy.upsert()
    case 6:
      let bill = random.pick(Bill.all.map(\.id) + [0])
      try BillEntry.where(\.price < number).updateAll { ($0.billID, $0.quantity) = (bill, 2) }
    case 7: try BillEntry.where(\.price == number).deleteAll()
    case 8: if let bill = Bill.all.randomElement(using: &random) { try bill.destroy() }
    case 9: if let account = Account.all.randomElement(using: &random) { try account.destroy() }
    default:
      let account = random.pick(accountIDs)
      if var bill = Bill.all.randomElement(using: &random) { try bill.update { $0.accountID = account } }
    }
  }
}

private struct Hen: Model {
  var id = 0
  var size = 0

  static let schema = Schema<Hen> {
    Derived(\.size, sum: \.eggs, \.size)
  }
  struct Relations { let eggs = HasMany<Egg>(\.henID) }
  static let relations = Relations()
}

private struct Egg: Model {
  var id = 0
  var henID = 0
  var size: Int?

  static let schema = Schema<Egg> {
    Column(\.henID)
    Derived(\.size, maximum: \.hen, \.size)
  }
  struct Relations { let hen = BelongsTo<Hen>(\.henID, required: false) }
  static let relations = Relations()
}
