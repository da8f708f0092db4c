extension Store {
  /// What is wrong in the tables, as the caller sees them: rows that an index does not find, or counts that are not those of the
  /// rows. Nil, unless the library has a mistake.
  ///
  /// - Complexity: O(*n*) in the number of records, times the number of indexes.
  package func violation() -> String? {
    read { tables in tables.all.lazy.compactMap { $0.violation() }.first }
  }
}

extension TableVersion {
  fileprivate func violation() -> String? {
    var found: [String] = []
    let positions = positions
    for position in positions where self.position(of: rows.address(at: position)) != position {
      found.append("\(layout.name) \(layout.id.text(rows.address(at: position))) has no entry")
    }
    if positions.count != count { found.append("\(layout.name) has \(positions.count) rows and counts \(count)") }
    if ids.count != count { found.append("\(layout.name) has \(count) rows and \(ids.count) ids") }
    for index in indexes {
      guard let problem = index.violation(positions, in: rows) else { continue }
      found.append("the index \(index.definition.name) of \(layout.name) \(problem)")
    }
    return found.first
  }
}
