package import MotionModel
package import MotionModelValidation

/// A booking of a machine, with rules for one record and for several.
package struct Booking: WorldModel, Validatable {
  package var id = 0
  package var machine = 0
  package var slot = 0
  package var holder = ""

  package static let schema = Schema<Booking> {
    Column(\.machine)
    Column(\.slot)
    Column(\.holder, .readOnly)
  }
  package static let validations = Validations<Booking> {
    Numericality(\.slot, .greaterOrEqual(0))
    Uniqueness(\.slot, scope: \.machine)
    AcrossRecords("notAllOfThem", by: \.machine) { $0.count <= 4 }
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
  ]
  package static var readOnly: [NaiveUnique<Booking>] { [NaiveUnique("holder") { $0.holder }] }

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
