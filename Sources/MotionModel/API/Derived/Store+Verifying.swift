extension Store {
  /// Something in a store that does not hold, as ``Store/verify()`` finds it.
  public struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// The name of the model; nil for a fault that is not of one record.
    public let model: String?
    /// The id of the record, as messages show it.
    public let id: String?
    /// The column that has another value than it should.
    public let column: String?
    /// What does not hold: a sentence without values of the record.
    public let description: String
  }
}

extension Store {
  /// Looks at all records in memory, and returns what does not hold: derived columns (``Derived``) with
  /// another value than follows from the records, required parents that do not exist, and indexes that do not fit
  /// their tables.
  ///
  /// ```swift
  /// try store.verify()   // => []
  /// ```
  ///
  /// Every commit keeps all of this, so a fault is one of the library, of code that a declaration calls, or of a
  /// program that wrote to a database of an adapter. ``rebuildDerived()`` corrects columns. Records that an adapter
  /// keeps are not looked at; see ``Model/rebuildDerived()``.
  ///
  /// - Throws: ``StoreError/endlessDerivation(columns:)``, or ``StoreError/numberOverflow(model:column:id:)``.
  /// - Complexity: O(*n*) in the number of records, and what the indexes take to be built.
  public func verify() throws -> [Store.Fault] {
    let faults = violation().map { [Store.Fault(model: nil, id: nil, column: nil, description: $0)] } ?? []
    return try read { tables in faults + (try tables.faults()) }
  }

  /// Sets every derived column (``Derived``) to the value that follows from the records, as one commit.
  ///
  /// This is needed only where ``verify()`` finds such a column.
  ///
  /// - Returns: The number of records that had a wrong value.
  /// - Complexity: O(*n*) in the number of records.
  @discardableResult public func rebuildDerived() throws -> Int {
    try inTransaction {
      var corrected = 0
      for _ in 0...DerivedColumn.maximumChain {
        let corrections = try read { tables in try tables.derivedCorrections() }
        if corrections.isEmpty { break }
        corrected += corrections.parts.reduce(0) { $0 + $1.count }
        try write { _ in corrections }
      }
      return corrected
    }
  }
}

extension Tables {
  /// What does not hold between records.
  fileprivate func faults() throws -> [Store.Fault] {
    var faults: [Store.Fault] = []
    forEachOrphan { table, position, error in
      let id = table.layout.id.text(table.rows[position])
      faults.append(Store.Fault(model: table.layout.name, id: id, column: nil, description: "\(error)"))
    }
    for part in try derivedCorrections().parts {
      for entry in part.entries { faults += part.wrongColumns(entry) }
    }
    return faults
  }
}

extension ChangesetPart {
  fileprivate func wrongColumns(_ entry: Entry) -> [Store.Fault] {
    guard let old = entry.old.map(address), let new = entry.new.map(address) else { return [] }
    let id = layout.id.text(old)
    return layout.columns.indices.filter { !layout.isSame(old, new, in: $0) }.map { index in
      let column = layout.columns[index].name
      return Store.Fault(
        model: layout.name, id: id, column: column,
        description: "\(layout.name) \(id) has another value in \(column) than follows from the records.")
    }
  }
}
