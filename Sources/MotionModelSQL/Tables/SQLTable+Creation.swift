extension SQLTable {
  /// Returns the `CREATE TABLE` statement, with a line for each column.
  ///
  /// - Parameter withReferences: Whether columns refer to other tables, which must exist in some engines.
  package func creation(withReferences: Bool = true) -> SQLText {
    var lines = columns.map { column in
      (text: column.declaration(withReference: withReferences), note: column.note)
    }
    for names in unique { lines.append((text: "UNIQUE (\(names: names))", note: nil)) }
    let body = lines.enumerated().map { index, line -> SQLText in
      let text: SQLText = index == lines.count - 1 ? "  \(sql: line.text)" : "  \(sql: line.text),"
      return line.note.map { "\(sql: text) \(comment: $0)" } ?? text
    }
    return "CREATE TABLE \(name: name) (\n\(sql: body, separator: "\n")\n)"
  }

  /// Returns the statements that create the indexes.
  package var indexCreations: [SQLText] { indexes.map { creation(of: $0) } }

  /// Returns the statement that creates an index.
  func creation(of index: Index) -> SQLText {
    let kind: SQLText = index.isUnique ? "UNIQUE INDEX" : "INDEX"
    return "CREATE \(sql: kind) \(name: index.name) ON \(name: name) (\(names: index.columns))"
  }

  /// The statements that add the foreign keys to the table, once all tables are there.
  package var referenceAdditions: [SQLText] {
    columns.compactMap { column in
      column.reference.map { reference in
        "ALTER TABLE \(name: name) ADD FOREIGN KEY (\(name: column.name)) \(sql: reference.text)"
      }
    }
  }
}

extension SQLTable.Column {
  func declaration(withReference: Bool) -> SQLText {
    var words: [SQLText] = ["\(name: name)"]
    if let type { words.append("\(type: type)") }
    if let collation { words.append("COLLATE \(name: collation)") }
    if isRequired { words.append("NOT NULL") }
    if isKey { words.append("PRIMARY KEY") } else if isUnique { words.append("UNIQUE") }
    if withReference, let reference { words.append(reference.text) }
    return words.joined(by: " ")
  }
}

extension SQLTable.Reference {
  fileprivate var text: SQLText {
    guard let column else { return "REFERENCES \(name: table)" }
    return "REFERENCES \(name: table) (\(name: column))"
  }
}
