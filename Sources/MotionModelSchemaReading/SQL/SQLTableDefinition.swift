import MotionModelGenerator

/// Reads the columns and constraints of a table.
struct SQLTableDefinition {
  private(set) var cursor: SQLCursor

  init(_ cursor: SQLCursor) { self.cursor = cursor }

  mutating func read(into table: inout TableSchema.Table, _ schema: inout TableSchema) throws(Diagnostic) {
    let start = cursor.place
    try cursor.expectSign("(", "before the columns of \(table.name)")
    while true {
      if try !readConstraint(into: &table) { try readColumn(into: &table, &schema) }
      if cursor.takeSign(",") { continue }
      if cursor.takeSign(")") { return }
      if cursor.isAtEnd { throw Diagnostic("The bracket has no second one: add ).", at: start) }
      throw cursor.unexpected("a comma or ) behind a column of \(table.name)")
    }
  }

  // MARK: - Constraints of a table

  /// Reads a constraint of a table; returns whether there is one.
  mutating func readConstraint(into table: inout TableSchema.Table) throws(Diagnostic) -> Bool {
    let isNamed = cursor.isWord("CONSTRAINT")
    if cursor.take("CONSTRAINT"), !["PRIMARY", "UNIQUE", "FOREIGN", "CHECK", "EXCLUDE"].contains(where: cursor.isWord) {
      _ = try cursor.takeName("a constraint")
    }
    if cursor.take("PRIMARY", "KEY") {
      table.primaryKey = try cursor.takeNames("columns")
    } else if cursor.take("FOREIGN", "KEY") {
      try readForeignKey(of: nil, into: &table)
    } else if cursor.isWord("UNIQUE") {
      try readUnique(into: &table)
    } else if cursor.take("CHECK") {
      table.doubts.append("The rule is not taken over: \(try cursor.takeBrackets("behind CHECK").expression)")
    } else if cursor.isWord("KEY") || cursor.isWord("INDEX") || cursor.isWord("FULLTEXT") || cursor.isWord("SPATIAL") {
      guard try readKey(into: &table) else { return false }
    } else if cursor.take("EXCLUDE") || cursor.take("LIKE") {
      _ = try cursor.takeExpression(until: [","])
    } else if isNamed {
      throw cursor.unexpected("PRIMARY KEY, UNIQUE, FOREIGN KEY or CHECK")
    } else {
      return false
    }
    _ = try cursor.takeExpression(until: [","])
    return true
  }

  private mutating func readUnique(into table: inout TableSchema.Table) throws(Diagnostic) {
    cursor.skip()
    _ = cursor.take("KEY") || cursor.take("INDEX")
    _ = cursor.take("NULLS", "NOT", "DISTINCT")
    if cursor.next?.name != nil { cursor.skip() }
    table.uniqueness.append(try cursor.takeNames("columns"))
  }

  /// Reads an index as MySQL has it in a table; returns false for a column of that name.
  private mutating func readKey(into table: inout TableSchema.Table) throws(Diagnostic) -> Bool {
    var ahead = cursor
    let isPlain = !ahead.isWord("FULLTEXT") && !ahead.isWord("SPATIAL")
    ahead.skip()
    if !isPlain { _ = ahead.take("KEY") || ahead.take("INDEX") }
    let name = ahead.next?.name ?? ""
    if ahead.next?.name != nil { ahead.skip() }
    guard ahead.next?.isSign("(") == true else { return false }
    // A column called key has a type behind it, whose brackets have numbers.
    let columns = try ahead.takeNames("columns")
    guard columns.allSatisfy({ !$0.isEmpty && $0.first?.isNumber != true }) else { return false }
    cursor = ahead
    if isPlain { table.indexes.append((name, columns)) }
    return true
  }

  private mutating func readForeignKey(of column: String?, into table: inout TableSchema.Table) throws(Diagnostic) {
    let place = cursor.place
    var columns = column.map { [$0] } ?? []
    if column == nil {
      if cursor.next?.name != nil { cursor.skip() }
      columns = try cursor.takeNames("columns")
      guard cursor.take("REFERENCES") else { throw cursor.unexpected("REFERENCES") }
    }
    var key = TableSchema.ForeignKey(columns: columns, table: try cursor.takeName("a table"), place: place)
    if cursor.next?.isSign("(") == true { key.targets = try cursor.takeNames("columns") }
    while true {
      if cursor.take("ON", "DELETE") {
        key.onDelete = readAction()
      } else if cursor.take("ON", "UPDATE") {
        _ = readAction()
      } else if cursor.take("MATCH") {
        cursor.skip()
      } else if !(cursor.take("NOT", "DEFERRABLE") || cursor.take("DEFERRABLE") || cursor.take("INITIALLY", "DEFERRED")
        || cursor.take("INITIALLY", "IMMEDIATE"))
      {
        break
      }
    }
    table.foreignKeys.append(key)
  }

  private mutating func readAction() -> DeleteRule {
    if cursor.take("CASCADE") { return .cascade }
    if cursor.take("SET", "NULL") || cursor.take("SET", "DEFAULT") { return .nullify }
    _ = cursor.take("NO", "ACTION") || cursor.take("RESTRICT")
    return .deny
  }

  // MARK: - Columns

  private static let constraintWords: Set<String> = [
    "CONSTRAINT", "NOT", "NULL", "PRIMARY", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED", "AS",
    "AUTO_INCREMENT", "AUTOINCREMENT", "ON", "COMMENT", "KEY", "IDENTITY", "STORED", "VIRTUAL", "DEFERRABLE",
    "INITIALLY",
    "CHARSET", "INVISIBLE", "VISIBLE", "PERSISTED",
  ]

  private mutating func readColumn(
    into table: inout TableSchema.Table, _ schema: inout TableSchema
  ) throws(Diagnostic) {
    let place = cursor.place
    var column = TableSchema.Column(try cursor.takeName("a column of \(table.name)"), at: place)
    column.type = try readType(of: column, in: table, &schema)
    while let token = cursor.next, !token.isSign(","), !token.isSign(")") {
      try readConstraint(of: &column, into: &table)
    }
    table.columns.append(column)
  }

  private mutating func readType(
    of column: TableSchema.Column, in table: TableSchema.Table, _ schema: inout TableSchema
  ) throws(Diagnostic) -> ColumnTyping {
    let place = cursor.place
    var words: [String] = []
    var arguments: [SQLToken] = []
    var dimensions = 0
    while let token = cursor.next {
      if case .word(let word) = token.kind {
        if Self.constraintWords.contains(word.uppercased()) { break }
        if cursor.take("CHARACTER", "SET") {
          cursor.skip()
          continue
        }
        if !["UNSIGNED", "SIGNED", "ZEROFILL", "ARRAY"].contains(word.uppercased()) { words.append(word.lowercased()) }
        if word.uppercased() == "ARRAY" { dimensions += 1 }
        cursor.skip()
      } else if case .name(let name) = token.kind {
        words.append(name)
        cursor.skip()
      } else if token.isSign("(") {
        arguments = try cursor.takeBrackets("behind a type")
      } else if token.isSign("[") {
        _ = try cursor.takeExpression(until: ["]"])
        _ = cursor.takeSign("]")
        dimensions += 1
      } else if token.isSign(".") {
        // A schema was in front.
        words.removeLast(min(1, words.count))
        cursor.skip()
      } else {
        break
      }
    }
    var type = typing(words.joined(separator: " "), arguments, of: column, in: table, at: place, &schema)
    for _ in 0..<min(dimensions, 8) { type = type.array }
    return type
  }

  private func typing(
    _ name: String, _ arguments: [SQLToken], of column: TableSchema.Column, in table: TableSchema.Table,
    at place: SourcePlace, _ schema: inout TableSchema
  ) -> ColumnTyping {
    if name == "enum" {
      // MySQL has the cases in the column.
      let type = "\(table.name)_\(column.name)"
      schema.enums.append(.init(name: type, values: arguments.strings, place: place))
      return ColumnTyping(.string, swiftType: type)
    }
    if let type = schema.enums.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return ColumnTyping(.string, swiftType: type.name)
    }
    let texts = arguments.filter { !$0.isSign(",") }.map(\.text)
    return ColumnTyping(sql: name, texts)
  }

  private mutating func readConstraint(
    of column: inout TableSchema.Column, into table: inout TableSchema.Table
  ) throws(Diagnostic) {
    if cursor.take("NOT", "NULL") {
      column.isOptional = false
    } else if cursor.take("PRIMARY", "KEY") {
      table.primaryKey = [column.name]
      column.isOptional = false
    } else if cursor.take("UNIQUE") {
      _ = cursor.take("KEY")
      table.uniqueness.append([column.name])
    } else if cursor.take("REFERENCES") {
      try readForeignKey(of: column.name, into: &table)
    } else if cursor.take("DEFAULT") {
      try readDefault(of: &column)
    } else if cursor.take("CHECK") {
      column.doubts.append("The rule is not taken over: \(try cursor.takeBrackets("behind CHECK").expression)")
    } else if cursor.take("COMMENT") {
      if case .string(let text)? = cursor.next?.kind { column.comment = text }
      cursor.skip()
    } else if cursor.take("GENERATED", "ALWAYS", "AS") || cursor.take("AS") {
      if cursor.take("IDENTITY") { return }
      let expression = try cursor.takeBrackets("behind AS").expression
      column.doubts.append("The database computes the column, and here nothing does: \(expression)")
    } else if cursor.take("ON", "UPDATE") || cursor.take("ON", "CONFLICT") {
      cursor.skip()
    } else if cursor.take("CONSTRAINT") || cursor.take("COLLATE") {
      _ = try cursor.takeName("a constraint")
    } else if cursor.next?.isSign("(") == true {
      _ = try cursor.takeBrackets("in a column")
    } else {
      cursor.skip()
    }
  }

  private mutating func readDefault(of column: inout TableSchema.Column) throws(Diagnostic) {
    let words: Set = [
      "NOT", "NULL", "PRIMARY", "UNIQUE", "CHECK", "REFERENCES", "COLLATE", "CONSTRAINT", "ON", "COMMENT", "GENERATED",
      "AUTO_INCREMENT",
    ]
    var tokens = try cursor.takeExpression(until: [","], orWords: words)
    // SQLite has expressions in brackets.
    while tokens.count > 2, tokens.first?.isSign("(") == true, tokens.last?.isSign(")") == true {
      tokens = Array(tokens.dropFirst().dropLast())
    }
    let sign = tokens.first?.isSign("-") == true ? "-" : ""
    if !sign.isEmpty || tokens.first?.isSign("+") == true { tokens.removeFirst() }
    // PostgreSQL says the type behind a value.
    let isPlain = tokens.count == 1 || tokens.count > 1 && tokens[1].isSign("::")
    guard isPlain, let value = tokens.first else { return addDoubt(tokens, to: &column) }
    switch value.kind {
    case .number(let text):
      column.defaultValue = column.type.type == .boolean ? (text == "0" ? "NO" : "YES") : sign + text
    case .string(let text), .name(let text): setDefault(text, of: &column)
    case .word where value.isWord("NULL"): break
    case .word where value.isWord("TRUE"): column.defaultValue = column.type.type == .boolean ? "YES" : "1"
    case .word where value.isWord("FALSE"): column.defaultValue = column.type.type == .boolean ? "NO" : "0"
    default: addDoubt(tokens, to: &column)
    }
  }

  private func setDefault(_ text: String, of column: inout TableSchema.Column) {
    switch column.type.type {
    case .string, .decimal, .double, .float, .integer16, .integer32, .integer64: column.defaultValue = text
    case .boolean:
      column.defaultValue = ["t", "true", "1", "y", "yes", "on"].contains(text.lowercased()) ? "YES" : "NO"
    case .transformable where text == "{}" || text == "[]": column.defaultValue = nil
    default: column.doubtOfDefault = "The default is not taken over: '\(text)'"
    }
  }

  private func addDoubt(_ tokens: [SQLToken], to column: inout TableSchema.Column) {
    // Ids are given by the store.
    if tokens.first?.isWord("NEXTVAL") == true { return }
    column.doubtOfDefault = "The default is not taken over: \(tokens.expression)"
  }
}
