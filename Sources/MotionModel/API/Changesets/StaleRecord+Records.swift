extension StoreError.StaleRecord {
  /// The old copy.
  public var record: any Model { record(\.new) }

  /// The stored record.
  public var stored: any Model { record(\.old) }

  /// Returns the old copy and the stored record; nil if they are of another model.
  public func records<Record: Model>(of model: Record.Type) -> (record: Record, stored: Record)? {
    guard let record = record as? Record, let stored = stored as? Record else { return nil }
    return (record, stored)
  }

  private func record(_ row: (ChangesetPart.Entry) -> Int?) -> any Model {
    guard let row = change.entries.first.flatMap(row) else { preconditionFailure("a change without both rows") }
    return change.layout.traits.record(change.address(row))
  }
}
