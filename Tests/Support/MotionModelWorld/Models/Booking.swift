package import MotionModel
package import MotionModelValidation

/// A booking of a machine, with rules for one record, for several, and for changes.
package struct Booking: WorldModel, Validatable {
  package var id = 0
  package var machine = 0
  package var slot = 0
  package var holder = ""
  package var phase = 0
  package var price = 0

  package static let schema = Schema<Booking> {
    Column(\.machine)
    Column(\.slot)
    Column(\.holder, .readOnly)
    Column(\.phase)
    Column(\.price)
  }
  static let lifecycle = StateMachine(\Booking.phase, from: 0, 1) {
    StateEvent("plan", from: 0, to: 1)
    StateEvent("start", from: 1, to: 2, if: { $0.slot > 0 })
    StateEvent("stop", from: 1, 2, to: 0)
    StateEvent("finish", from: 2, to: 3)
    StateEvent("finish", from: 1, to: 3, if: { $0.holder == "ann" })
    StateEvent("reopen", from: 3, to: 0, if: { $0.price < 3 })
  }
  /// Finders do not see what is over, unless they are asked to.
  package static let defaultScope: RecordPredicate<Booking>? = \.phase != 3
  package static let validations = Validations<Booking> {
    Numericality(\.slot, .greaterOrEqual(0))
    Uniqueness(\.slot, scope: \.machine)
    AcrossRecords("notAllOfThem", by: \.machine) { $0.count <= 4 }
    StateTransition(lifecycle).if { _ in ChangeRules.areAsked }
    ChangeRule(\.price, "onlyRises") { old, new in new >= old }.if { _ in ChangeRules.areAsked }
    ChangeRule("fixedStays", on: \.slot) { old, new in old.price < 3 || new.slot == old.slot }
      .if { _ in ChangeRules.areAsked }
    ChangeRule("fixedIsKept") { $0.kind != .delete || $0.old?.price != 3 || $0.old?.phase == 3 }
      .if { _ in ChangeRules.areAsked }
  }

  package init() {}
}

extension Booking {
  package static var rows: WritableKeyPath<NaiveStore, NaiveTable<Booking>> { \.bookings }
  package static var kind: Kind { .booking }
  package static let fields: [Field<Booking>] = [
    Field("machine", \.machine, [0, 1, 2]),
    Field("slot", \.slot, [0, 1, 2, 3, 4, 5, -1]),
    Field("holder", \.holder, ["", "ann", "bob"]),
    Field("phase", \.phase, [0, 1, 2, 0, 1, 3]),
    Field("price", \.price, [0, 0, 1, 2, 1, 0, 3]),
  ]
  package static var readOnly: [NaiveUnique<Booking>] { [NaiveUnique("holder") { $0.holder }] }

  package var isInScope: Bool { phase != 3 }

  package func isSame(as other: Booking) -> Bool { self == other }

  package func validateAlone() throws(Refusal) { if slot < 0 { throw .invalid } }

  package func validate(in naive: NaiveStore, replacing old: Booking?) throws(Refusal) {
    try validateAlone()
    // A merge does not check the rule. A save that changes neither column does not make it worse.
    if let old, old.slot == slot, old.machine == machine { return }
    let isTaken = naive.bookings.rows.contains { row in
      row.record.id != id && row.record.slot == slot && row.record.machine == machine
    }
    if isTaken { throw .invalid }
  }

  package static func checkCommit(of naive: NaiveStore) throws(Refusal) {
    var counts: [Int: Int] = [:]
    for row in naive.bookings.rows { counts[row.record.machine, default: 0] += 1 }
    if counts.values.contains(where: { $0 > 4 }) { throw .invalid }
  }
}
