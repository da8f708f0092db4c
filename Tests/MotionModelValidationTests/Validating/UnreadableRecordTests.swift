import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// A ticket that an adapter keeps, whose rules need to know what is stored.
private struct Ticket: Validatable {
  typealias Adapter = BytesAdapter

  var id = 0
  var seat = 1
  var price = 10
  var state = State.open
  var note = ""

  enum State: String, ColumnValue { case open, closed }

  static let schema = Schema<Ticket> {
    Column(\.seat, .readOnly)
    Column(\.price)
    Column(\.state)
    Column(\.note)
  }
  static let validations = Validations<Ticket> {
    ChangeRule(\.seat, .readOnly) { $1 == $0 }
    ChangeRule(\.price, "onlyRises") { $1 >= $0 }
    StateTransition(\.state, [.open: [.closed]])
    Numericality(\.seat, .lessThan(100)).on(.create)
    AsyncValidate("isPolite", on: \.note) { _ in true }.on(.create)
  }
}

/// Records that are validated while their adapter cannot be read.
@Suite struct UnreadableRecordTests {
  private let adapter = BytesAdapter()
  private let store: Store

  init() { store = Store(notificationCenter: nil, adapters: [adapter]) }

  @Test func `a rule that has to know the stored record says that it cannot be read`() async throws {
    try await Store.with(store) {
      var ticket = Ticket()
      try ticket.save()
      (ticket.seat, ticket.price, ticket.state) = (200, 5, .closed)
      let errors = adapter.failing { ticket.errors }
      #expect(errors.map(\.rule) == Array(repeating: .failed, count: 4))
      #expect(errors.map(\.pathString) == ["seat", "price", "state", "seat"])
      #expect(errors.allSatisfy { $0.parameters["reason"] == "Offline()" })
      #expect(adapter.failing { ticket.isValid } == false)
      #expect(ticket.errors.map(\.rule) == [.readOnly, "onlyRises"])
      let given = ticket
      let asynchronous = await adapter.whileFailing { await given.validateAsync() }
      #expect(asynchronous.map(\.pathString) == ["seat", "price", "state", "seat", "note"])
      #expect(asynchronous.allSatisfy { $0.rule == .failed })
    }
  }

  @Test func `a rule about the values alone is checked as ever`() throws {
    try Store.with(store) {
      var ticket = Ticket()
      try ticket.save()
      ticket.price = 200
      let rules = Validations<Ticket> { Numericality(\.price, .lessThan(100)) }
      #expect(adapter.failing { rules.validationErrors(of: ticket) }.map(\.rule) == [.lessThan])
      // A record without an id is new, whatever the adapter says.
      #expect(adapter.failing { Ticket().isValid })
    }
  }
}
