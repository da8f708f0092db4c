import Foundation

/// Consistency of records of different tables: required parents exist, and derived columns are right. Commits
/// preserve it; records from elsewhere are checked as a whole.
extension Tables {
  /// Calls `body` with each record whose required parent does not exist, and with the error that a commit would throw.
  ///
  /// - Complexity: O(*n*) in the number of records that have a required parent.
  func forEachOrphan<Failure>(
    _ body: (TableVersion, _ position: Int, StoreError) throws(Failure) -> Void
  ) throws(Failure) {
    for table in all where !table.layout.requiredKeys.isEmpty {
      for position in table.positions {
        let row = table.rows[position]
        for key in table.layout.requiredKeys {
          if let refusal = Integrity.refusal(of: row, table.layout, key, in: self) {
            try body(table, position, refusal)
          }
        }
      }
    }
  }

  /// Returns the changes that set each derived column to its value by these tables.
  ///
  /// What follows from corrected columns is corrected in turn once these changes are applied.
  ///
  /// - Complexity: O(*n*) in the number of records that have such columns.
  func derivedCorrections() throws(StoreError) -> Changeset {
    var corrections = Changeset()
    for table in all {
      guard let derivations = Derivations.shared.of(table.layout.slot) else { continue }
      let set = try derivations.setter(in: forAllRows)
      if derivations.columnNumbers.isEmpty { continue }
      var writer = RowWriter(table, now: .distantPast)
      for position in table.positions {
        try writer.change(rowAt: position, touching: false, counting: false, set)
      }
      corrections.append(writer.changes)
    }
    return corrections
  }

  /// Sets each derived column to its value.
  ///
  /// - Returns: Whether some were wrong.
  mutating func correctDerived() throws(StoreError) -> Bool {
    var isCorrected = false
    for _ in 0...DerivedColumn.maximumChain {
      var corrections = try derivedCorrections()
      if corrections.isEmpty { return isCorrected }
      try corrections.apply(to: &self)
      isCorrected = true
    }
    throw .endlessDerivation(columns: all.map(\.layout.name))
  }
}
