import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Commits of few changes, which are applied to the published tables in place: they do what they do when each change is applied to
/// tables of the transaction first.
@Suite struct PendingChangesTests {
  fileprivate struct Stop: Error {}

  private let store = Store(notificationCenter: nil)

  private func isPending(_ store: Store) -> Bool {
    store.transaction?.state.withLock { $0.isPending } ?? false
  }

  /// Two shops with two articles each, and a label.
  private func fill() throws {
    try store.table(PendingShop.self).insert(contentsOf: [PendingShop("one"), PendingShop("two")])
    try store.table(PendingArticle.self).insert(
      contentsOf: [(1, 10), (1, 20), (2, 30), (2, 40)].map { PendingArticle(in: $0.0, $0.1) })
    try store.table(PendingLabel.self).insert(contentsOf: [PendingLabel("red"), PendingLabel("green")])
  }

  private func price(_ id: Int, _ price: Int) throws {
    var article = try store.table(PendingArticle.self).require(id)
    article.price = price
    try store.table(PendingArticle.self).save(&article)
  }

  private var totals: [Int] { store.table(PendingShop.self).records.pluck(\.total) }

  // MARK: - When changes are pending

  @Test func `saves of several records with what follows from them stay pending`() throws {
    try fill()
    try store.inTransaction {
      try price(1, 11)
      try price(2, 21)
      try price(3, 31)
      #expect(isPending(store))
      #expect((1...4).map { store.table(PendingArticle.self).find($0)?.price } == [11, 21, 31, 40])
      #expect((1...2).map { store.table(PendingShop.self).find($0)?.total } == [32, 71])
      #expect(isPending(store))
      #expect(totals == [32, 71])
      #expect(!isPending(store))
    }
    #expect(totals == [32, 71])
    #expect(try store.verify() == [])
  }

  @Test func `several updates of a record stay pending, as one`() throws {
    try fill()
    let articles = store.table(PendingArticle.self)
    let commits = Collector<Changeset>()
    let observation = store.observeCommits { commits.add($0) }
    try store.inTransaction {
      try price(1, 11)
      try price(1, 12)
      var article = PendingArticle(in: 1, 0)
      article.id = 1
      try articles.increment(&article, \.price, by: 3)
      #expect(article.price == 15)
      #expect(articles.find(1)?.price == 15 && store.table(PendingShop.self).find(1)?.total == 35)
      #expect(isPending(store))
    }
    observation.cancel()
    #expect(commits.values.map(\.description) == ["PendingArticle: 1 updated; PendingShop: 1 updated"])
    let prices = commits.values.first?.changes(of: PendingArticle.self).map { [$0.old?.price, $0.new?.price] }
    #expect(prices == [[10, 15]])
    #expect(totals == [35, 70])
    #expect(try store.verify() == [])
  }

  @Test func `updates that undo each other are no commit`() throws {
    let notes = store.table(PendingNote.self)
    var note = try notes.create { $0.text = "one" }
    try store.inTransaction {
      for text in ["two", "one"] {
        note.text = text
        try notes.save(&note)
      }
      #expect(isPending(store))
    }
    #expect(store.commitCount == 1)
    #expect(notes.all == [note])
  }

  @Test func `an update that is undone leaves the one before it`() throws {
    try fill()
    try store.inTransaction {
      try price(1, 11)
      try? store.inTransaction {
        try price(1, 12)
        throw Stop()
      }
      #expect(store.table(PendingArticle.self).find(1)?.price == 11)
    }
    #expect(totals == [31, 70])
    #expect(try store.verify() == [])
  }

  @Test func `a deletion of an updated record, or beside an update, and many changes are applied`() throws {
    try fill()
    try store.inTransaction {
      try price(4, 41)
      try store.table(PendingArticle.self).delete(4)
      #expect(!isPending(store))
    }
    try store.inTransaction {
      try price(1, 13)
      try store.table(PendingArticle.self).delete(2)
      #expect(!isPending(store))
    }
    try store.inTransaction {
      for number in 1...9 {
        var label = PendingLabel("label \(number)")
        try store.table(PendingLabel.self).save(&label)
      }
      #expect(!isPending(store))
    }
    #expect(totals == [13, 30])
    #expect(store.table(PendingLabel.self).count == 11)
  }

  @Test func `records that are changed beside each other may not take one unique value`() throws {
    try fill()
    let labels = store.table(PendingLabel.self)
    let error = #expect(throws: StoreError.self) {
      try store.inTransaction {
        for id in 1...2 {
          var label = try labels.require(id)
          label.name = "blue"
          try labels.save(&label)
        }
      }
    }
    #expect(error == .notUnique(model: "PendingLabel", columns: ["name"], id: "1"))
    #expect(labels.records.pluck(\.name) == ["red", "green"])
  }

  @Test func `a child of a parent that is inserted in the same commit has its parent`() throws {
    try store.inTransaction {
      var shop = PendingShop("new")
      try store.table(PendingShop.self).save(&shop)
      var article = PendingArticle(in: shop.id, 5)
      try store.table(PendingArticle.self).save(&article)
    }
    #expect(totals == [5])
    #expect(throws: StoreError.self) {
      try store.inTransaction {
        try store.table(PendingArticle.self).delete(1)
        var article = PendingArticle(in: 7, 5)
        try store.table(PendingArticle.self).save(&article)
      }
    }
    #expect(totals == [5])
  }

  // MARK: - Readers

  @Test func `snapshots and versions that were handed out stay as they were`() throws {
    try fill()
    let snapshot = store.snapshot()
    try price(1, 11)
    let second = store.snapshot()
    try store.inTransaction {
      try price(2, 21)
      try price(3, 31)
    }
    let all = [snapshot, second, store].map { $0.table(PendingArticle.self).records.pluck(\.price) }
    #expect(all == [[10, 20, 30, 40], [11, 20, 30, 40], [11, 21, 31, 40]])
    let sums = [snapshot, second, store].map { $0.table(PendingShop.self).records.pluck(\.total) }
    #expect(sums == [[30, 70], [31, 70], [32, 71]])
  }

  @Test func `a commit has the changes of the children before those of the parents`() throws {
    try fill()
    let commits = Collector<Changeset>()
    let observation = store.observeCommits { commits.add($0) }
    try price(1, 11)
    observation.cancel()
    #expect(commits.values.map(\.description) == ["PendingArticle: 1 updated; PendingShop: 1 updated"])
    #expect(commits.values.first?.changes(of: PendingShop.self).map { [$0.old?.total, $0.new?.total] } == [[30, 31]])
  }

  // MARK: - As the general way

  @Test(arguments: 0..<shortened(60)) func `random commits do what they do when each change is applied at once`(
    part: Int
  ) throws {
    var random = TestSeed.generator(53_000 + part)
    let (few, general) = (PendingWorld(), PendingWorld())
    for step in 0..<40 {
      let seed = random.next()
      let (found, expected) = (few.commit(seed, applyingAtOnce: false), general.commit(seed, applyingAtOnce: true))
      let place = "part \(part), step \(step), seed \(TestSeed.current)"
      #expect(found == expected, "\(place)")
      #expect(few.content == general.content, "\(place)")
      #expect(few.commits.values == general.commits.values, "\(place)")
      #expect(try few.store.verify() == [], "\(place)")
      #expect(few.store.violation() == nil, "\(place)")
      if found != expected || few.content != general.content { return }
    }
    #expect(few.snapshots.map(\.now) == few.snapshots.map(\.then))
  }
}

/// A store that runs random commits, and what can be seen of it.
private final class PendingWorld {
  private let ticks: Collector<Int>
  let store: Store
  let commits = Collector<String>()
  private(set) var snapshots: [(store: Store, then: [String], now: [String])] = []
  private var observation: StoreObservation?

  init() {
    let ticks = Collector<Int>()
    self.ticks = ticks
    store = Store(
      clock: { Date(timeIntervalSinceReferenceDate: Double(ticks.values.count)) }, notificationCenter: nil)
    observation = store.observeCommits { [commits] changeset in commits.add(Self.text(changeset)) }
  }

  private static func text(_ changeset: Changeset) -> String {
    func lines<Record: Model>(_ model: Record.Type) -> [String] {
      changeset.changes(of: model).map { "\($0.kind) \(String(describing: $0.old)) \(String(describing: $0.new))" }
    }
    let changes =
      lines(PendingTown.self) + lines(PendingShop.self) + lines(PendingArticle.self) + lines(PendingLabel.self)
    return (["\(changeset.id) \(changeset.date) \(changeset)"] + changes).joined(separator: "\n")
  }

  private static func content(of store: Store) -> [String] {
    store.table(PendingTown.self).all.map { "\($0)" } + store.table(PendingShop.self).all.map { "\($0)" }
      + store.table(PendingArticle.self).all.map { "\($0)" } + store.table(PendingLabel.self).all.map { "\($0)" }
  }

  var content: [String] { Self.content(of: store) }

  /// Makes a random commit.
  ///
  /// - Parameter applyingAtOnce: Whether all changes are applied before the next one.
  /// - Returns: What was seen and refused on the way.
  func commit(_ seed: UInt64, applyingAtOnce: Bool) -> [String] {
    var random = SplitMix64(seed: seed)
    var seen: [String] = []
    ticks.add(0)
    func apply() { if applyingAtOnce { _ = content } }
    let (count, nests, stops) = (random.number(1...4), random.chance(20), random.chance(10))
    if random.chance(20) {
      let copy = store.snapshot()
      snapshots.append((copy, Self.content(of: copy), []))
    }
    do {
      if count == 1 && !applyingAtOnce {
        try write(&random, &seen)
      } else {
        try store.inTransaction {
          for number in 0..<count {
            apply()
            if nests && number == 1 {
              try? store.inTransaction {
                try write(&random, &seen)
                if stops { throw PendingChangesTests.Stop() }
              }
            } else {
              try write(&random, &seen)
            }
            apply()
          }
          if stops && count > 2 { throw PendingChangesTests.Stop() }
        }
      }
    } catch { seen = ["\(error)"] }
    for index in snapshots.indices { snapshots[index].now = Self.content(of: snapshots[index].store) }
    return seen
  }

  private func write(_ random: inout SplitMix64, _ seen: inout [String]) throws {
    let (towns, shops) = (store.table(PendingTown.self), store.table(PendingShop.self))
    let (articles, labels) = (store.table(PendingArticle.self), store.table(PendingLabel.self))
    let (id, other, number) = (random.number(1...6), random.number(1...4), random.number(0...60))
    switch random.number(0...13) {
    case 0:
      var town = PendingTown()
      try towns.save(&town)
    case 1:
      var shop = PendingShop("shop \(number)")
      shop.townID = random.pick([nil, 1, 2])
      try shops.save(&shop)
    case 2:
      if var shop = shops.find(id) {
        shop.townID = random.pick([nil, 1, 2])
        try shops.save(&shop)
      }
    case 3: _ = try shops.delete(other)
    case 4: _ = try articles.delete(id)
    case 5, 6:
      var article = PendingArticle(in: other, number)
      try articles.save(&article)
      seen.append("\(article)")
    case 7:
      if var article = articles.find(id) {
        article.shopID = other
        try articles.save(&article)
      }
    case 8: if var label = labels.find(other) { try labels.update(&label) { $0.name = "label \(number % 5)" } }
    case 9:
      var label = PendingLabel("label \(number % 5)")
      try labels.save(&label)
    case 10:
      if var article = articles.find(id) {
        try articles.increment(&article, \.price, by: number)
        seen.append("\(article)")
      }
    case 11:
      seen.append("\(String(describing: shops.find(other))), \(String(describing: articles.find(id)))")
      seen.append("\(articles.where(\.price == number).ids) \(articles.where(\.id == id).pluck(\.price))")
    default:
      if var article = articles.find(id) {
        article.price = number
        try articles.save(&article)
        seen.append("\(article)")
      }
    }
  }
}

// MARK: - Models

private struct PendingTown: Model, Equatable {
  var id = 0
  var total = 0
  var shopsCount = 0
  static let schema = Schema<PendingTown> {
    Derived(\.total, sum: \.shops, \.total)
    Derived(\.shopsCount, count: \.shops)
  }
  struct Relations { let shops = HasMany<PendingShop>(\.townID) }
  static let relations = Relations()
}

private struct PendingShop: Model, Equatable {
  var id = 0
  var name = ""
  var townID: Int?
  var count = 0
  var total = 0
  var dear = 0
  var mean: Double?
  var margin = 0
  var savedAt: Date?
  var version = 0

  static let schema = Schema<PendingShop> {
    Column(\.name)
    Column(\.townID)
    Derived(\.count, count: \.articles)
    Derived(\.total, .indexed, sum: \.articles, \.price)
    Derived(\.dear, count: \.articles, where: \.price > 30)
    Derived(\.mean, average: \.articles, \.price)
    Derived(\.margin) { $0.total / 10 }
    Timestamps(updated: \.savedAt)
    LockVersion(\.version)
  }
  struct Relations {
    let town = BelongsTo<PendingTown>(\.townID)
    let articles = HasMany<PendingArticle>(\.shopID)
  }
  static let relations = Relations()

  init() {}
  init(_ name: String) { self.name = name }
}

private struct PendingArticle: Model, Equatable {
  var id = 0
  var shopID = 0
  var price = 0
  static let schema = Schema<PendingArticle> {
    Column(\.shopID)
    Column(\.price, .ordered)
  }
  struct Relations { let shop = BelongsTo<PendingShop>(\.shopID, touch: true) }
  static let relations = Relations()

  init() {}
  init(in shopID: Int, _ price: Int) { (self.shopID, self.price) = (shopID, price) }
}

private struct PendingNote: Model, Equatable {
  var id = 0
  var text = ""
}

private struct PendingLabel: Model, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<PendingLabel> { Column(\.name, .unique) }

  init() {}
  init(_ name: String) { self.name = name }
}
