import MotionModel

extension World {
  /// Checks that a store and its text for version control hold the same records, in whatever order they were written.
  func examineText(_ twin: Twin) throws {
    let text = try twin.store.sortedString()
    let copy = Store(notificationCenter: nil)
    try Store.withoutHooks { _ = try copy.load(from: .string(text), models: Self.models, policy: .replace) }
    var reading = SearchingText(copy: copy, naive: twin.naive)
    reading.visitAll()
    if let difference = reading.difference { throw difference }
    let other = try copy.sortedString()
    if other != text { throw Difference("sorted text", "in the order of ids \(other), expected \(text)") }
  }
}

/// Looks for records that a store has in common with a naive one, in no order.
private struct SearchingText: ModelVisitor {
  let copy: Store
  let naive: NaiveStore
  var difference: Difference?

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    let (table, records) = (copy.table(model), naive[keyPath: Record.rows].records)
    let ids = table.unscoped().ids
    let others = records.filter { record in table.find(record.id)?.isSame(as: record) != true }
    if ids.count == records.count && others.isEmpty { return }
    difference = Difference(
      "sorted text of \(Record.name)", "\(ids), expected \(records.map(\.id)), other: \(others.map(\.text))")
  }
}
