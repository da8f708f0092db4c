/// What holds between records of different tables: required parents exist, and counters are right. Commits keep it up;
/// records that come from elsewhere are looked at as a whole.
extension Tables {
  /// Calls `body` with each record whose required parent does not exist, and with the error that a commit would throw.
  ///
  /// - Complexity: O(*n*) in the number of records that have a required parent.
  func forEachOrphan<Failure>(
    _ body: (TableVersion, _ position: Int, StoreError) throws(Failure) -> Void
  ) throws(Failure) {
    for table in all where !table.layout.requiredKeys.isEmpty {
      for position in table.positions {
        let row = table.rows.address(at: position)
        for key in table.layout.requiredKeys {
          if let refusal = Integrity.refusal(of: row, table.layout, key, in: self) {
            try body(table, position, refusal)
          }
        }
      }
    }
  }

  /// The changes that set each counter to the number of children.
  ///
  /// - Complexity: O(*n*) in the number of records that have counters.
  var counterCorrections: Changeset {
    var corrections = Changeset()
    for table in all {
      let counts = Counters.shared.of(table.layout.slot).map { $0.reader(in: self) }
      if counts.isEmpty { continue }
      var part = ChangesetPart(table.layout)
      for position in table.positions {
        let old = table.rows.address(at: position)
        if !counts.contains(where: { $0.isWrong(old) }) { continue }
        let new = part.appendRow(old)
        part.changeRow(new) { row in for count in counts { count.counter.set(row, count.count(of: old)) } }
        part.append(old: old, newRow: new, position: position)
      }
      corrections.append(part)
    }
    return corrections
  }
}
