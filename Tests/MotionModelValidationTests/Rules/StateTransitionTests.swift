import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValidation
import Testing

private struct Order: Model, Validatable, Equatable {
  enum Status: String, ColumnValue, CaseIterable { case draft, open, waiting, closed, cancelled, lost }

  var id = 0
  var status = Status.draft
  var total = 0

  static let schema = Schema<Order> {
    Column(\.status)
    Column(\.total)
  }

  static let lifecycle = StateMachine<Order, Status>(\.status, from: .draft) {
    StateEvent("submit", from: .draft, to: .open, if: { $0.total > 0 })
    StateEvent("wait", from: .open, to: .waiting)
    StateEvent("resume", from: .waiting, to: .open)
    StateEvent("close", from: .open, .waiting, to: .closed, if: { $0.total < 100 })
    StateEvent("cancel", from: .draft, to: .cancelled)
    StateEvent("cancel", from: .open, to: .cancelled, if: { $0.total < 10 })
  }

  static let validations = Validations<Order> { StateTransition(lifecycle) }

  init() {}
}

private struct Ticket: Model, Validatable {
  var id = 0
  var phase = 0
  var price = 0
  var owner = ""
  var isPaid = false

  static let schema = Schema<Ticket> {
    Column(\.phase)
    Column(\.price)
    Column(\.owner)
    Column(\.isPaid)
  }

  static let validations = Validations<Ticket> {
    StateTransition(\.phase, [0: [1], 1: [2, 3]]).if { $0.owner != "admin" }
    ChangeRule(\.price, "onlyRises") { old, new in new >= old }.message("may only rise")
    ChangeRule("keepsOwner", on: \.owner) { old, new in !old.isPaid || old.owner == new.owner }
    ChangeRule("keepsPaid") { change in change.kind != .delete || change.old?.isPaid != true }
    ChangeRule(\.owner, "thrown") { _, new in
      if new == "nobody" { throw CancellationError() }
      return true
    }
    ChangeRule(\.price, "warned") { _, _ in false }.severity(.warning)
  }
}

@Suite(.ownStore) struct StateTransitionTests {
  private func order(_ status: Order.Status, total: Int = 5) throws -> Order {
    var order = try Order.create { $0.total = total }
    let events: [Order.Status: [String]] = [
      .open: ["submit"], .waiting: ["submit", "wait"], .closed: ["submit", "close"], .cancelled: ["cancel"],
    ]
    for event in events[status] ?? [] {
      try Order.lifecycle.apply(event, to: &order)
      try order.save()
    }
    return order
  }

  @Test func `a save makes only steps that an event allows`() throws {
    var order = try order(.draft, total: 0)
    order.status = .closed
    let invalid = try #require(throws: RecordInvalid.self) { try order.save() }
    #expect("\(invalid.errors)" == "[status: transition]")
    #expect(invalid.errors.fullMessages == ["Status cannot change in this way"])
    order.status = .open
    #expect(order.errors.map(\.rule) == [.transition])
    order.total = 5
    #expect(order.isValid)
    try order.save()
    try order.update { $0.total = 7 }
    try order.update { $0.status = .closed }
    #expect(throws: RecordInvalid.self) { try order.update { $0.status = .open } }
    #expect(Order.first?.status == .closed)
  }

  @Test(arguments: [false, true]) func `each pair of states follows the events`(isChecked: Bool) throws {
    for start in Order.Status.allCases where start != .lost {
      for end in Order.Status.allCases {
        var order = try order(start)
        order.status = end
        let isStep = start == end || Order.lifecycle.allows(start, to: end, of: order)
        let isPath = Order.lifecycle.isReachable(end, from: start)
        let isSaved = (try? order.save(validate: isChecked)) != nil
        #expect(isSaved == (isChecked ? isStep : isPath), "\(start) → \(end)")
      }
    }
  }

  @Test func `a record is created in an initial state, or gets further in the same commit`() throws {
    #expect(throws: RecordInvalid.self) { try Order.create { $0.status = .open } }
    let store = Store.current
    try store.transaction {
      var order = try Order.create { $0.total = 3 }
      try order.update { $0.status = .open }
      try order.update { $0.status = .closed }
    }
    #expect(Order.all.map(\.status) == [.closed])
    var wrong = Order()
    wrong.status = .lost
    #expect(throws: RecordInvalid.self) { try wrong.save(validate: false) }
  }

  @Test func `records that a file or undo brings back need not meet the conditions of earlier events`() throws {
    var order = try order(.closed)
    try order.update { $0.total = 500 }
    let (history, file, stored) = (UndoHistory(of: Store.current), try Store.current.data(as: .json), Order.all)
    try order.delete()
    try history.undo()
    #expect(Order.all == stored)
    let other = Store(notificationCenter: nil)
    try other.load(from: .data(file), as: .json, models: [Order.self])
    #expect(other.table(Order.self).all == stored)
  }

  @Test func `all ways of writing follow the rule`() throws {
    let store = Store.current
    let history = UndoHistory(of: store)
    var order = try order(.closed)
    #expect(throws: RecordInvalid.self) { try Order.updateAll { $0.status = .draft } }
    #expect(throws: (any Error).self) { try history.undo() }
    let branch = store.branch()
    try Store.with(branch.store) { try Order.updateAll { $0.total = 6 } }
    try branch.merge()
    order.status = .draft
    #expect(throws: RecordInvalid.self) { try order.save(validate: false) }
    #expect(Order.first?.status == .closed)
    try order.delete()
  }

  @Test func `events are named, applied and refused`() throws {
    var order = Order()
    #expect(Order.lifecycle.events(for: order) == ["cancel"])
    #expect(throws: StateError.refused(model: "Order", event: "submit", id: "0")) {
      try Order.lifecycle.apply("submit", to: &order)
    }
    order.total = 5
    #expect(Order.lifecycle.events(for: order) == ["submit", "cancel"])
    try Order.lifecycle.apply("submit", to: &order)
    #expect(order.status == .open && Order.lifecycle.events(for: order) == ["wait", "close", "cancel"])
    #expect(throws: StateError.notPossible(model: "Order", event: "resume", id: "0")) {
      try Order.lifecycle.apply("resume", to: &order)
    }
    #expect(throws: StateError.noEvent(model: "Order", event: "fly")) { try Order.lifecycle.apply("fly", to: &order) }
    #expect(
      StateError.noEvent(model: "Order", event: "fly").localizedDescription
        == "Order has no event fly: declare it in the state machine.")
    #expect("\(StateError.refused(model: "Order", event: "a", id: "1"))".contains("does not meet its condition"))
    #expect("\(StateError.notPossible(model: "Order", event: "a", id: "1"))".contains("does not begin in"))
    #expect(!Order.lifecycle.isReachable(.draft, from: .open) && Order.lifecycle.isReachable(.open, from: .waiting))
  }

  @Test func `a machine is drawn`() {
    let machine = StateMachine<Order, Order.Status>(\.status, from: .draft) {
      StateEvent("submit: now", from: .draft, to: .open, if: { $0.total > 0 })
      StateEvent("cancel", from: .draft, .open, to: .cancelled)
    }
    #expect(
      machine.diagram == """
        stateDiagram-v2
          state "draft" as s0
          state "open" as s1
          state "cancelled" as s2
          [*] --> s0
          s0 --> s1 : submit  now [if]
          s0 --> s2 : cancel
          s1 --> s2 : cancel
        """)
  }

  @Test func `steps are listed without events, and options apply`() throws {
    var ticket = try Ticket.create { $0.phase = 7 }
    #expect(throws: RecordInvalid.self) { try ticket.update { $0.phase = 0 } }
    try ticket.update { ($0.phase, $0.owner) = (0, "admin") }
    try ticket.update { $0.owner = "ann" }
    try ticket.update { $0.phase = 1 }
    #expect(throws: RecordInvalid.self) { try ticket.update { $0.phase = 0 } }
    try ticket.update { $0.phase = 3 }
  }

  @Test func `rules compare a record with what it was`() throws {
    var ticket = try Ticket.create { ($0.price, $0.owner) = (10, "ann") }
    try ticket.update { $0.price = 12 }
    let falling = try #require(throws: RecordInvalid.self) { try ticket.update { $0.price = 11 } }
    #expect(falling.errors.fullMessages.contains("Price may only rise"))
    var copy = try #require(Ticket.first)
    copy.price = 1
    #expect(throws: RecordInvalid.self) { try copy.save(validate: false) }
    #expect(throws: RecordInvalid.self) { try Ticket.updateAll { $0.price = 0 } }
    try ticket.update { $0.owner = "bob" }
    try ticket.update { $0.isPaid = true }
    let moved = try #require(throws: RecordInvalid.self) { try ticket.update { $0.owner = "ann" } }
    #expect(moved.errors.contains { $0.rule == "keepsOwner" })
    #expect(Ticket.all.map(\.price) == [12] && Ticket.all.map(\.owner) == ["bob"])
  }

  @Test func `a deletion is a change`() throws {
    let ticket = try Ticket.create { $0.isPaid = true }
    let kept = try #require(throws: RecordInvalid.self) { try ticket.delete() }
    #expect(kept.errors.map(\.rule) == ["keepsPaid"])
    #expect(throws: RecordInvalid.self) { try Ticket.deleteAll() }
    let free = try Ticket.create()
    try free.delete()
    #expect(Ticket.count == 1)
  }

  @Test func `a rule that throws is a failure, and a warning refuses nothing`() throws {
    var ticket = try Ticket.create { $0.owner = "ann" }
    let failed = try #require(throws: RecordInvalid.self) { try ticket.update { $0.owner = "nobody" } }
    #expect(failed.errors.contains { $0.rule == .failed })
    ticket.price = 5
    #expect(ticket.errors.map(\.rule) == ["warned"] && ticket.isValid)
    try ticket.save()
  }
}
