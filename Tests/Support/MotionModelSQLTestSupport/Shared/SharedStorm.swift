import Foundation
package import MotionModel
import MotionModelTestSupport
import MotionModelSQL
import MotionModelTransactions
import MotionModelValidation
import MotionModelValues
import Testing

/// Several stores with one database, in one program or in several, whose threads write at once.
///
/// What one store promises by itself has to hold between them, which the records show at the end: each addition is noted
/// in its transaction.
package struct SharedStorm<Adapter: TransactionalAdapter>: Sendable {
  private let stores: [Store]
  private let tally = Locked(Tally())
  /// Whether the database may be lost meanwhile.
  private let mayFail: Bool

  /// What the writers know that they have done.
  private struct Tally {
    var lines: Set<Int> = []
    var linesTwice: [Int] = []
    var errors: [String: Int] = [:]
    var counts: [String: Int] = [:]
  }

  private static var rooms: Int { 3 }
  private static var hours: Int { 4 }

  /// - Parameters:
  ///   - stores: Stores, each with an adapter of its own.
  ///   - mayFail: Whether the database may be lost meanwhile.
  package init(_ stores: [Store], mayFail: Bool = false) { (self.stores, self.mayFail) = (stores, mayFail) }

  /// The time that a storm takes: `MOTIONMODEL_SHARED_SECONDS`, or some seconds.
  package static var seconds: Double {
    ProcessInfo.processInfo.environment["MOTIONMODEL_SHARED_SECONDS"].flatMap { Double($0) } ?? 5
  }

  /// Lets threads write for some time, and checks what has become of it.
  package func run(part: Int = 0) throws {
    try prepare()
    try write(part: part)
    try check()
  }

  /// Makes the records to which all write.
  package func prepare() throws {
    let store = stores[0]
    _ = try store.table(Stock<Adapter>.self).create()
    for _ in 0..<3 { _ = try store.table(Order<Adapter>.self).create() }
    for _ in 0..<40 { _ = try store.table(Chore<Adapter>.self).create() }
  }

  /// Lets threads write for some time.
  ///
  /// - Throws: An error that others are no reason for.
  package func write(threads: Int = 2, part: Int) throws {
    let end = Date.now + Self.seconds
    let workers = stores.count * threads
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      var generator = TestSeed.generator(part * 100 + worker)
      while Date.now < end { step(part * 100 + worker, stores[worker % stores.count], &generator) }
    }
    let unexpected = tally.withLock { $0.errors.keys.filter { !$0.hasPrefix("expected") } }
    if let first = unexpected.first { throw StormError(description: first) }
  }

  private struct StormError: Error, CustomStringConvertible { let description: String }

  private func step(_ worker: Int, _ store: Store, _ generator: inout SplitMix64) {
    let stock = 1
    let kind = Int.random(in: 0..<10, using: &generator)
    do {
      switch kind {
      case 0: try takeSeat(store, &generator)
      case 1: try leaveSeat(store, &generator)
      case 2: try add(store, stock)
      case 3: try addToAll(store, stock)
      case 4: try saveCopy(store, stock, &generator)
      case 5, 6: try createLine(store, &generator)
      case 7: try changeLine(store, &generator)
      case 8: try replaceOrder(store, &generator)
      default: try claim(store, worker)
      }
      tally.withLock { $0.counts["\(kind)", default: 0] += 1 }
    } catch {
      let isExpected =
        error is RecordInvalid || error is StoreError || store.isTransient(error)
        || mayFail && error is SQLError
      tally.withLock { $0.errors[isExpected ? "expected \(kind)" : "\(kind): \(error)", default: 0] += 1 }
    }
  }

  // MARK: - Steps

  private func takeSeat(_ store: Store, _ generator: inout SplitMix64) throws {
    let (room, hour) = (
      Int.random(in: 0..<Self.rooms, using: &generator), Int.random(in: 0..<Self.hours, using: &generator)
    )
    let name = "name \(Int.random(in: 0..<8, using: &generator))"
    let place = Int.random(in: 0..<30, using: &generator)
    _ = try store.table(Seat<Adapter>.self).create {
      ($0.room, $0.hour, $0.place, $0.name) = (room, hour, place, name)
    }
  }

  private func leaveSeat(_ store: Store, _ generator: inout SplitMix64) throws {
    let room = Int.random(in: 0..<Self.rooms, using: &generator)
    try store.table(Seat<Adapter>.self).where(\.room).eq(room).deleteAll()
  }

  private func add(_ store: Store, _ stock: Int) throws {
    let table = store.table(Stock<Adapter>.self)
    try store.transaction(retries: 20) {
      var copy = try table.require(stock)
      try table.increment(&copy, \.added)
      _ = try store.table(Deed<Adapter>.self).create()
    }
  }

  private func addToAll(_ store: Store, _ stock: Int) throws {
    let finder = store.table(Stock<Adapter>.self).where(\.id).eq(stock)
    try store.transaction(retries: 20) {
      try finder.updateAll { $0.added += 1 }
      _ = try store.table(Deed<Adapter>.self).create()
    }
  }

  /// Saves a copy that was saved before in a transaction that was undone: it is old if others have saved meanwhile.
  private func saveCopy(_ store: Store, _ stock: Int, _ generator: inout SplitMix64) throws {
    let table = store.table(Stock<Adapter>.self)
    var copy = try table.require(stock)
    copy.saves += 1
    if Bool.random(using: &generator) {
      try store.transaction { transaction in
        try table.save(&copy)
        transaction.rollback()
      }
    }
    try store.transaction {
      try table.save(&copy)
      _ = try store.table(Deed<Adapter>.self).create { $0.isSave = true }
    }
  }

  private func createLine(_ store: Store, _ generator: inout SplitMix64) throws {
    guard let order = try store.table(Order<Adapter>.self).records.order(by: \.id, .descending).first else { return }
    let amount = Int.random(in: 1..<10, using: &generator)
    let line = try store.table(Line<Adapter>.self).create { ($0.orderID, $0.amount) = (order.id, amount) }
    tally.withLock { if !$0.lines.insert(line.id).inserted { $0.linesTwice.append(line.id) } }
  }

  private func changeLine(_ store: Store, _ generator: inout SplitMix64) throws {
    let table = store.table(Line<Adapter>.self)
    guard var line = try table.records.order(by: \.id, .descending).first else { return }
    let amount = Int.random(in: 1..<10, using: &generator)
    if Bool.random(using: &generator) {
      try table.update(&line) { $0.amount = amount }
    } else {
      try table.delete(line)
    }
  }

  private func replaceOrder(_ store: Store, _ generator: inout SplitMix64) throws {
    if Int.random(in: 0..<4, using: &generator) > 0 { return }
    let table = store.table(Order<Adapter>.self)
    try store.transaction(retries: 20) {
      if let order = try table.records.order(by: \.id).first { try table.destroy(order) }
      _ = try table.create()
    }
  }

  private func claim(_ store: Store, _ worker: Int) throws {
    let table = store.table(Chore<Adapter>.self)
    try store.transaction(retries: 20) {
      guard var chore = try table.where(\.worker).isNil.first else { return }
      try table.update(&chore) { ($0.worker, $0.claims) = (worker, $0.claims + 1) }
    }
  }

  // MARK: - The outcome

  /// Checks what has become of all.
  package func check() throws {
    let (store, tally) = (stores[0], tally.withLock { $0 })
    let seed: Comment = "MOTIONMODEL_SEED=\(TestSeed.current), \(tally.counts), \(tally.errors)"
    let seats = try store.table(Seat<Adapter>.self).all
    #expect(Set(seats.map { [$0.room, $0.hour] }).count == seats.count, seed)
    #expect(Set(seats.map(\.name)).count == seats.count, seed)
    let places = seats.sorted { ($0.hour, $0.place) < ($1.hour, $1.place) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.hour < $1.hour || $0.place + 1 < $1.place }, seed)

    let kept = try store.table(Stock<Adapter>.self).require(1)
    let deeds = try store.table(Deed<Adapter>.self).all
    #expect([kept.added, kept.saves] == [deeds.count { !$0.isSave }, deeds.count(where: \.isSave)], seed)

    let orders = try store.table(Order<Adapter>.self).all
    let lines = try Dictionary(grouping: store.table(Line<Adapter>.self).all) { $0.orderID }
    for order in orders {
      let own = lines[order.id] ?? []
      #expect([order.linesCount, order.total] == [own.count, own.map(\.amount).reduce(0, +)], seed)
    }
    #expect(Set(lines.keys).isSubset(of: orders.map(\.id)), seed)
    #expect(tally.linesTwice == [], seed)

    #expect(try store.table(Chore<Adapter>.self).all.allSatisfy { $0.claims <= 1 }, seed)
  }
}
