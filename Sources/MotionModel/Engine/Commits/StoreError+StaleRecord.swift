extension StoreError {
  /// An old copy of a record whose model has a ``LockVersion``, which was to replace or delete a newer stored record.
  ///
  /// ```swift
  /// do {
  ///   try todo.save()
  /// } catch StoreError.stale(let conflict) {
  ///   if let (mine, stored) = conflict.records(of: Todo.self) { … }
  /// }
  /// ```
  public struct StaleRecord: Sendable {
    /// The model's name.
    public let model: String
    /// The id of both records.
    public let id: String
    /// The change that was refused: from the stored record to the old copy.
    let change: ChangesetPart

    init(_ layout: TableLayout, _ row: Row, stored: Row) {
      (model, id) = (layout.name, layout.id.text(stored))
      var change = ChangesetPart(layout, capacity: 1)
      change.append(old: stored, new: row, position: nil, origin: nil)
      self.change = change
    }
  }
}

extension StoreError.StaleRecord: Hashable {
  /// Returns whether two errors have the same model and equal records.
  public static func == (first: StoreError.StaleRecord, second: StoreError.StaleRecord) -> Bool {
    first.model == second.model && first.values == second.values
  }

  /// Hashes the model and the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(model)
    hasher.combine(id)
  }

  /// The values of both in all columns.
  private var values: [AttributeValue] {
    change.entries.flatMap { [$0.old, $0.new] }.compactMap(\.self).flatMap { row in
      change.layout.columns.map { $0.operations.attribute(change.address(row)) }
    }
  }
}
