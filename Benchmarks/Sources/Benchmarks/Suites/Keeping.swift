import MotionModel

extension Suite {
  /// What derived columns add to writing the children from which they follow: beside the same writes of the same
  /// records, whose parents have no such column. These take the place of hand-written code.
  static let keeping = Suite(name: "keeping") { bench, worlds in
    for rows in worlds.sizes {
      try bench.compareKeeping("sum", rows, KeptLine.self)
      try bench.compareKeeping("count with a condition", rows, CountedLine.self)
    }
  }
}

extension Bench {
  fileprivate func compareKeeping<Kept: LineRow>(_ what: String, _ rows: Int, _ kept: Kept.Type) throws {
    let (kept, plain) = (Lines<Kept>(rows), Lines<PlainLine>(rows))
    let bars = [Bar.beyond(.hand, nanoseconds: 500)]
    try compare(
      "Insert many children, \(what) in each parent", rows: rows, unit: "child", bars: bars,
      [kept.insert(.library), plain.insert(.hand)])
    try compare(
      "Update all children, \(what) in each parent", rows: rows, unit: "child", bars: bars,
      [kept.updateAll(.library), plain.updateAll(.hand)])
    try compare(
      "Delete all children, \(what) in each parent", rows: rows, unit: "child", bars: bars,
      [kept.deleteAll(.library), plain.deleteAll(.hand)])
    try compare(
      "Save one child, \(what) in its parent", rows: rows, bars: bars,
      [try kept.saveOne(.library), try plain.saveOne(.hand)])
  }
}

/// Lines of orders, a hundred of each, and what is measured of them.
private struct Lines<Line: LineRow>: Sendable {
  private let lines: [Line]
  private let orders: [Line.Order]

  init(_ rows: Int) {
    orders = (1...max(1, rows / 100)).map { number in
      var order = Line.Order()
      order.id = number
      return order
    }
    lines = (0..<rows).map { number in
      var line = Line()
      (line.orderID, line.amount) = (1 + number % max(1, rows / 100), number % 1_000)
      return line
    }
  }

  private func filled(withLines: Bool = true) throws -> Store {
    let store = Store(notificationCenter: nil)
    try store.table(Line.Order.self).insert(contentsOf: orders)
    if withLines { try store.table(Line.self).insert(contentsOf: lines) }
    return store
  }

  func insert(_ kind: Contestant.Kind) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(
      kind, "\(Line.self).insert(contentsOf: lines)", operations: lines.count,
      before: { keeper.value = try filled(withLines: false) }
    ) {
      try keeper.value?.table(Line.self).insert(contentsOf: lines)
    }
  }

  func updateAll(_ kind: Contestant.Kind) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(
      kind, "\(Line.self).updateAll { $0.amount += 7 }", operations: lines.count,
      before: { keeper.value = try filled() }
    ) {
      try keeper.value?.table(Line.self).updateAll { $0.amount += 7 }
    }
  }

  func deleteAll(_ kind: Contestant.Kind) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(
      kind, "\(Line.self).deleteAll()", operations: lines.count, before: { keeper.value = try filled() }
    ) {
      try keeper.value?.table(Line.self).deleteAll()
    }
  }

  /// Saves up to a thousand lines in random order, each by a commit of its own.
  func saveOne(_ kind: Contestant.Kind) throws -> Contestant {
    let table = try filled().table(Line.self)
    var some = Set((0..<1_000).map { 1 + Int(World.scrambled($0) % UInt64(lines.count)) }).sorted().compactMap {
      table.find($0)
    }
    return Contestant(kind, "table.save(&line)", operations: some.count) {
      for index in some.indices {
        some[index].amount = (some[index].amount + 7) % 1_000
        try table.save(&some[index])
      }
    }
  }
}

// MARK: - Models

/// A line of an order.
private protocol LineRow: Model where ID == Int, Adapter == ArrayAdapter {
  associatedtype Order: Model where Order.ID == Int, Order.Adapter == ArrayAdapter
  var orderID: Int { get set }
  var amount: Int { get set }
}

private struct PlainOrder: Model {
  var id = 0
  var total = 0
  static let schema = Schema<PlainOrder> { Column(\.total) }
  struct Relations { let lines = HasMany<PlainLine>(\.orderID) }
  static let relations = Relations()
}

private struct PlainLine: LineRow {
  typealias Order = PlainOrder
  var id = 0
  var orderID = 0
  var amount = 0
  static let schema = Schema<PlainLine> {
    Column(\.orderID)
    Column(\.amount)
  }
  struct Relations { let order = BelongsTo<PlainOrder>(\.orderID) }
  static let relations = Relations()
}

private struct KeptOrder: Model {
  var id = 0
  var total = 0
  static let schema = Schema<KeptOrder> { Derived(\.total, sum: \.lines, \.amount) }
  struct Relations { let lines = HasMany<KeptLine>(\.orderID) }
  static let relations = Relations()
}

private struct KeptLine: LineRow {
  typealias Order = KeptOrder
  var id = 0
  var orderID = 0
  var amount = 0
  static let schema = Schema<KeptLine> {
    Column(\.orderID)
    Column(\.amount)
  }
  struct Relations { let order = BelongsTo<KeptOrder>(\.orderID) }
  static let relations = Relations()
}

private struct CountedOrder: Model {
  var id = 0
  var large = 0
  static let schema = Schema<CountedOrder> { Derived(\.large, count: \.lines, where: \.amount >= 500) }
  struct Relations { let lines = HasMany<CountedLine>(\.orderID) }
  static let relations = Relations()
}

private struct CountedLine: LineRow {
  typealias Order = CountedOrder
  var id = 0
  var orderID = 0
  var amount = 0
  static let schema = Schema<CountedLine> {
    Column(\.orderID)
    Column(\.amount)
  }
  struct Relations { let order = BelongsTo<CountedOrder>(\.orderID) }
  static let relations = Relations()
}
