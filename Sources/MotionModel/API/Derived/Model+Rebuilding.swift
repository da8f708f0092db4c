extension Model {
  /// Sets the derived columns of all records of the model (``Derived``) to the values that follow from the
  /// records, as one commit.
  ///
  /// ```swift
  /// try adapter.migrate([Order.self])   // adds the column total, which was declared anew
  /// try Order.rebuildDerived()          // => 120, the number of orders whose total was another one
  /// ```
  ///
  /// Files are corrected when they are read, but a database keeps its values: this is needed where a column was added
  /// to records that an adapter keeps, or another program has written to the database. For records in memory, see
  /// ``Store/rebuildDerived()``.
  ///
  /// Dependent columns of other models are set, too. Input columns are taken as they are: rebuild their model first.
  ///
  /// - Returns: The number of records of the model that had a wrong value.
  /// - Throws: ``StoreError``, or an error of the adapter.
  /// - Complexity: O(*n*) in the number of records and of their inputs, all of which are in memory meanwhile.
  @discardableResult public static func rebuildDerived() throws -> Int { try table.rebuildDerived() }
}

extension ModelTable {
  /// Sets the derived columns of all records to the values that follow from the records; see
  /// ``Model/rebuildDerived()``.
  ///
  /// - Returns: The number of records that had a wrong value.
  @discardableResult public func rebuildDerived() throws -> Int {
    guard let derivations = Derivations.shared.of(layout.slot) else { return 0 }
    return try store.inOwnTransaction {
      try store.loadAllWithSources(layout)
      let set = try store.read { tables in try derivations.setter(in: tables) }
      let corrections = try store.write(layout) { writer throws(StoreError) in
        for position in writer.table.positions {
          try writer.change(rowAt: position, touching: false, counting: false, set)
        }
      }
      return corrections.parts.reduce(0) { $0 + $1.count }
    }
  }
}
