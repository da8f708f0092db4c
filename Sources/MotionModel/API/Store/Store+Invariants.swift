extension Store {
  /// Returns an inconsistency of the tables that the calling task sees: a row that an index does not find, or a wrong
  /// count. The result is nil unless the library has a bug.
  package func violation() -> String? {
    read { tables in tables.all.lazy.compactMap { $0.violation() }.first }
  }
}

extension TableVersion {
  fileprivate func violation() -> String? {
    var found: [String] = []
    let positions = positions
    for position in positions {
      let row = rows[position]
      if hashedPosition(of: row) == position && self.position(of: row) == position { continue }
      found.append("\(layout.name) \(layout.id.text(row)) has no entry")
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
