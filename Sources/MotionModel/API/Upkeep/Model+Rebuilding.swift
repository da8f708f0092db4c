extension Model {
  /// Sets the columns of all records of the model that are kept up (``Maintained`` and counters) to the values that
  /// follow from the records, as one commit.
  ///
  /// ```swift
  /// try adapter.migrate([Order.self])   // adds the column total, which was declared anew
  /// try Order.rebuildMaintained()       // => 120, the number of orders whose total was another one
  /// ```
  ///
  /// Files are corrected when they are read, but a database keeps what is in it: this is needed where a column was
  /// declared anew for records that an adapter keeps, or another program has written to the database. For records in
  /// memory, see ``Store/rebuildMaintained()``.
  ///
  /// Columns of other models that follow from those that are set are set, too. Those from which they follow are taken
  /// as they are, so begin with the model of these.
  ///
  /// - Returns: The number of records of the model that had a wrong value.
  /// - Throws: ``StoreError``, or an error of the adapter.
  /// - Complexity: O(*n*) in the number of records, and of those from which the columns follow, which are in memory
  ///   meanwhile.
  @discardableResult
  public static func rebuildMaintained() throws -> Int { try table.rebuildMaintained() }
}

extension Table {
  /// Sets the columns of all records that are kept up to the values that follow from the records; see
  /// ``Model/rebuildMaintained()``.
  ///
  /// - Returns: The number of records that had a wrong value.
  @discardableResult
  public func rebuildMaintained() throws -> Int {
    guard let upkeep = Upkeep.shared.of(layout.slot) else { return 0 }
    return try store.inTransaction {
      try store.loadAllWithSources(layout)
      let set = try store.read { tables in Result { try upkeep.setter(in: tables) } }.get()
      let corrections = try store.write(layout) { writer throws(StoreError) in
        for position in writer.table.positions {
          try writer.change(rowAt: position, touching: false, counting: false, set)
        }
      }
      return corrections.parts.reduce(0) { $0 + $1.count }
    }
  }
}
