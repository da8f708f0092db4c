import MotionModelGenerator

extension SQLCursor {
  /// The words that end a type.
  private static let constraintWords: Set<String> = [
    "CONSTRAINT", "NOT", "NULL", "PRIMARY", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED", "AS",
    "AUTO_INCREMENT", "AUTOINCREMENT", "ON", "COMMENT", "KEY", "IDENTITY", "STORED", "VIRTUAL", "DEFERRABLE",
    "INITIALLY", "CHARSET", "INVISIBLE", "VISIBLE", "PERSISTED", "FIRST", "AFTER", "STORAGE", "COMPRESSION",
    "COLUMN_FORMAT", "SRID", "OPTIONS", "USING",
  ]

  /// Words of a column that say nothing of its values, with a word behind them.
  private static let wordsWithArgument: Set<String> = [
    "CHARSET", "STORAGE", "COMPRESSION", "COLUMN_FORMAT", "SRID", "INITIALLY", "AFTER", "MATCH",
  ]

  /// Words of a column that say nothing of its values.
  private static let plainWords: Set<String> = [
    "NULL", "AUTO_INCREMENT", "AUTOINCREMENT", "KEY", "STORED", "VIRTUAL", "PERSISTED", "PERSISTENT", "DEFERRABLE",
    "INVISIBLE", "VISIBLE", "FIRST", "ASC", "DESC", "ENFORCED",
  ]

  /// Reads a column, and adds it to a table.
  mutating func readColumn(into table: inout TableSchema.Table, _ schema: inout TableSchema) throws(Diagnostic) {
    let column = try column(into: &table, &schema)
    table.columns.append(column)
  }

  /// Reads a column, whose constraints may be those of its table.
  mutating func column(
    into table: inout TableSchema.Table, _ schema: inout TableSchema
  ) throws(Diagnostic) -> TableSchema.Column {
    let place = place
    var column = TableSchema.Column(try takeName("a column of \(table.name.name)"), at: place)
    column.type = try readType(named: "\(table.name.name)_\(column.name)", &schema)
    var unknown: [SourceToken] = []
    while let token = next, !token.isSign(","), !token.isSign(")") {
      try readConstraint(of: &column, into: &table, &unknown)
    }
    if !unknown.isEmpty { column.doubts.append("Not taken over: \(unknown.expression)") }
    return column
  }

  // MARK: - Types

  /// Reads a type.
  ///
  /// - Parameter name: The name of an enum whose values are in the column.
  mutating func readType(named name: String, _ schema: inout TableSchema) throws(Diagnostic) -> ColumnTyping {
    let place = place
    var words: [String] = []
    var arguments: [SourceToken] = []
    var dimensions = 0
    while let token = next {
      if case .word(let word) = token.kind {
        if Self.constraintWords.contains(word.uppercased()) { break }
        if take("CHARACTER", "SET") {
          skip()
          continue
        }
        if !["UNSIGNED", "SIGNED", "ZEROFILL", "ARRAY"].contains(word.uppercased()) { words.append(word) }
        if word.uppercased() == "ARRAY" { dimensions += 1 }
        skip()
      } else if case .name(let name) = token.kind {
        words.append(name)
        skip()
      } else if token.isSign("(") {
        arguments = try takeBrackets("behind a type")
      } else if token.isSign("[") {
        skip()
        _ = try takeExpression(until: ["]"])
        _ = takeSign("]")
        dimensions += 1
      } else if token.isSign(".") {
        // A schema was in front.
        words.removeLast(min(1, words.count))
        skip()
      } else {
        break
      }
    }
    var type = typing(words.joined(separator: " "), arguments, named: name, at: place, &schema)
    for _ in 0..<min(dimensions, 8) { type = type.array }
    return type
  }

  private func typing(
    _ name: String, _ arguments: [SourceToken], named column: String, at place: SourcePlace, _ schema: inout TableSchema
  ) -> ColumnTyping {
    if name.lowercased() == "enum" {
      // MySQL has the cases in the column.
      schema.enums.append(.init(name: column, values: arguments.compactMap(\.string), place: place))
      return ColumnTyping(.string, enumeration: schema.enums.count - 1)
    }
    if let index = schema.enumIndex(named: name) { return ColumnTyping(.string, enumeration: index) }
    let texts = arguments.filter { !$0.isSign(",") }.map(\.written)
    return schema.types[name.lowercased()] ?? ColumnTyping(sql: name.lowercased(), texts)
  }

  // MARK: - Constraints of a column

  private mutating func readConstraint(
    of column: inout TableSchema.Column, into table: inout TableSchema.Table, _ unknown: inout [SourceToken]
  ) throws(Diagnostic) {
    if take("NOT", "NULL") {
      column.isOptional = false
    } else if take("PRIMARY", "KEY") {
      table.primaryKey = [column.name]
      column.isOptional = false
    } else if take("UNIQUE") {
      _ = take("KEY")
      _ = take("NULLS", "NOT", "DISTINCT")
      table.uniqueness.append([column.name])
    } else if take("REFERENCES") {
      try readForeignKey(of: column.name, into: &table)
    } else if take("DEFAULT") {
      try readDefault(of: &column)
    } else if take("CHECK") {
      column.doubts.append("The rule is not taken over: \(try takeBrackets("behind CHECK").expression)")
    } else if take("COMMENT") {
      column.comment = next?.string
      skip()
    } else if isKeyword("GENERATED") || isKeyword("AS") || isKeyword("IDENTITY") {
      try readGenerated(&column)
    } else if take("ON", "CONFLICT") {
      skip()
    } else if isKeyword("ON") {
      let change = try takeExpression(until: [","], orWords: Self.constraintWords.subtracting(["ON"])).expression
      column.doubtOfDefault = [column.doubtOfDefault, "The database sets it: \(change)"].compactMap(\.self)
        .joined(separator: " ")
    } else if take("CONSTRAINT") {
      _ = try takeName("a constraint")
    } else if take("COLLATE") {
      _ = try takeQualifiedName("a collation")
    } else {
      try skipConstraint(&unknown)
    }
  }

  private mutating func skipConstraint(_ unknown: inout [SourceToken]) throws(Diagnostic) {
    if take(anyOf: Self.wordsWithArgument) {
      _ = takeSign("=")
      skip()
    } else if take("WITH") || take("OPTIONS") {
      if next?.isSign("(") == true { _ = try takeBrackets("behind options") }
    } else if !take(anyOf: Self.plainWords), !take("NOT", "DEFERRABLE"), !take("NOT", "ENFORCED"),
      !take("NO", "INHERIT")
    {
      unknown += try takeExpression(until: [","], orWords: Self.constraintWords)
    }
  }

  private mutating func readGenerated(_ column: inout TableSchema.Column) throws(Diagnostic) {
    if take("GENERATED") { _ = take("ALWAYS") || take("BY", "DEFAULT") }
    _ = take("AS")
    if take("IDENTITY") {
      if next?.isSign("(") == true { _ = try takeBrackets("behind IDENTITY") }
      column.doubtOfDefault = "The database gives the number, and here nothing does."
    } else if take("ROW") {
      column.doubts.append("The database sets it: ROW \(try takeExpression(until: [","]).expression)")
    } else {
      let expression = try takeBrackets("behind AS").expression
      column.doubts.append("The database computes the column, and here nothing does: \(expression)")
    }
  }

  // MARK: - Defaults

  /// Reads the expression behind `DEFAULT`.
  mutating func readDefault(of column: inout TableSchema.Column) throws(Diagnostic) {
    let tokens = try takeExpression(until: [","], orWords: Self.constraintWords)
    guard let (sign, value) = tokens.literal else {
      column.doubtOfDefault = "The default is not taken over: \(tokens.expression)"
      return
    }
    switch value.kind {
    case .number(let text):
      column.defaultValue = column.type.type == .boolean ? (text == "0" ? "NO" : "YES") : sign + text
    case .string(let text), .name(let text): setDefault(text, of: &column)
    case .sign(let bits) where column.type.type == .boolean: column.defaultValue = bits.hasSuffix("'1'") ? "YES" : "NO"
    case .word where value.isKeyword("NULL"): column.defaultValue = nil
    case .word where value.isKeyword("TRUE"): column.defaultValue = column.type.type == .boolean ? "YES" : "1"
    case .word where value.isKeyword("FALSE"): column.defaultValue = column.type.type == .boolean ? "NO" : "0"
    default: column.doubtOfDefault = "The default is not taken over: \(tokens.expression)"
    }
  }

  private func setDefault(_ text: String, of column: inout TableSchema.Column) {
    let isArray = column.type.dimensions > 0
    if column.type.type == .boolean && !isArray {
      let known = ["t": "YES", "true": "YES", "1": "YES", "y": "YES", "yes": "YES", "on": "YES"]
      let others = ["f": "NO", "false": "NO", "0": "NO", "n": "NO", "no": "NO", "off": "NO"]
      column.defaultValue = known[text.lowercased()] ?? others[text.lowercased()] ?? text
    } else if !isArray || text != "{}" && text != "[]" {
      column.defaultValue = text
    }
  }
}

extension [SourceToken] {
  /// The only value of an expression, in brackets or with the name of its type behind it, and its sign; nil for any
  /// other.
  fileprivate var literal: (sign: String, value: SourceToken)? {
    var tokens = self[...]
    while let first = tokens.first, let last = tokens.last {
      // MySQL says the characters of a string in front of it: _utf8mb4'x'.
      if tokens.count == 2, case .word(let word) = first.kind, word.hasPrefix("_"), case .string = last.kind {
        tokens = tokens.dropFirst()
      } else if let cast = tokens.outerCast {
        tokens = tokens[..<cast]
      } else if tokens.count > 2, first.isSign("("), last.isSign(")") {
        tokens = tokens.dropFirst().dropLast()
      } else {
        break
      }
    }
    let isNegative = tokens.first?.isSign("-") == true
    if tokens.count == 2, isNegative || tokens.first?.isSign("+") == true, case .number? = tokens.last?.kind {
      tokens = tokens.dropFirst()
    }
    return tokens.count == 1 ? tokens.first.map { (isNegative ? "-" : "", $0) } : nil
  }
}

extension ArraySlice<SourceToken> {
  /// The place of the last `::` that is in no brackets.
  fileprivate var outerCast: Int? {
    var depth = 0
    var place: Int?
    for (index, token) in zip(indices, self) {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      if depth == 0, token.isSign("::"), index > startIndex { place = index }
    }
    return place
  }
}
