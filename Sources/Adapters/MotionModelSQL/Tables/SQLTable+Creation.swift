import MotionModelValues

extension SQLTable {
  /// Returns the `CREATE TABLE` statement, with a line for each column.
  ///
  /// - Parameter withReferences: Whether columns refer to other tables, which must exist in some engines.
  package func creation(withReferences: Bool = true) -> SQLText {
    var lines = columns.map { column in
      (text: column.declaration(withReference: withReferences), note: column.note)
    }
    for names in unique where !areComposed(names) { lines.append((text: "UNIQUE (\(names: names))", note: nil)) }
    lines += foreignKeys.map { (text: $0.text, note: nil) }
    let body = lines.enumerated().map { index, line -> SQLText in
      let text: SQLText = index == lines.count - 1 ? "  \(sql: line.text)" : "  \(sql: line.text),"
      return line.note.map { "\(sql: text) \(comment: $0)" } ?? text
    }
    return "CREATE TABLE \(name: name) (\n\(sql: body, separator: "\n")\n)"
  }

  /// Returns the statements that create the indexes, and those that keep composed forms unique.
  package var indexCreations: [SQLText] {
    let single = columns.filter { $0.isUnique && $0.isComposed && !$0.isKey }.map { [$0.name] }
    let unique = (single + self.unique.filter(areComposed)).map { uniqueIndex(of: $0) }
    return (unique + indexes).map { creation(of: $0) }
  }

  /// Returns the index that keeps columns unique together.
  func uniqueIndex(of columns: [String]) -> Index {
    Index("\(name) unique by \(columns.joined(separator: ", "))".shortName, columns: columns, isUnique: true)
  }

  /// Returns the statement that creates an index.
  func creation(of index: Index) -> SQLText {
    let kind: SQLText = index.isUnique ? "UNIQUE INDEX" : "INDEX"
    let keys = index.columns.map { column -> SQLText in
      if index.ignoresCase { return "(\(sql: SQLColumn.caseless("\(name: column)")))" }
      return areComposed([column]) ? "(normalize(\(name: column))) COLLATE \(name: "C")" : "\(name: column)"
    }
    return "CREATE \(sql: kind) \(name: index.name) ON \(name: name) (\(sql: keys, separator: ", "))"
  }

  /// Whether the composed forms of one of some columns are compared, which a constraint cannot do.
  private func areComposed(_ names: [String]) -> Bool {
    columns.contains { $0.isComposed && names.contains($0.name) }
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
    if let defaultExpression { words.append("DEFAULT \(expression: defaultExpression)") }
    if isKey { words.append("PRIMARY KEY") } else if isUnique && !isComposed { words.append("UNIQUE") }
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

extension SQLTable.ForeignKey {
  fileprivate var text: SQLText {
    let target: SQLText = targets.isEmpty ? "\(name: table)" : "\(name: table) (\(names: targets))"
    return """
      FOREIGN KEY (\(names: columns)) REFERENCES \(sql: target) ON DELETE \(sign: onDelete.words) \
      ON UPDATE \(sign: onUpdate.words)
      """
  }
}

extension SQLTable.ForeignKey.Action {
  fileprivate var words: StaticString {
    switch self {
    case .setNull: "SET NULL"
    case .setDefault: "SET DEFAULT"
    case .cascade: "CASCADE"
    case .restrict: "RESTRICT"
    case .none: "NO ACTION"
    }
  }
}

extension String {
  /// The name, or if PostgreSQL would cut it behind 63 bytes, its beginning and a number that follows from the whole
  /// name.
  var shortName: String {
    if utf8.count <= 63 { return self }
    var start = self
    while start.utf8.count > 46 { start.removeLast() }
    return "\(start) \(String(fingerprint, radix: 16))"
  }
}
