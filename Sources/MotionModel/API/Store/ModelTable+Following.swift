extension ModelTable {
  /// Runs `body`, which writes records related to `record`, and copies the values that follow to `record`: counters,
  /// the time of a touch, and the lock version. Otherwise the caller's copy would be out of date when the call returns.
  ///
  /// The calling task is inside a transaction.
  func following(_ record: inout Record, _ body: () throws -> Void) throws {
    let stored = try fetched(record.id)
    try body()
    guard let stored, let followed = self.stored(record.id) else { return }
    let schema = Record.schema
    let isCurrent = schema.hasVersion(of: stored, record)
    let changed = schema.columns.indices.filter { number in
      !schema.isSame(stored, followed, inColumn: number) && (number != layout.version || isCurrent)
    }
    schema.copy(changed, from: followed, to: &record)
  }
}
