import Foundation
import MotionModel
import MotionModelValues

/// A condition of a finder as SQL.
///
/// The text is never `NULL`, so that its negation is right.
struct SQLCondition {
  let text: SQLText
  /// Whether the text is true for the same rows as the condition. Otherwise it is true for more.
  let isExact: Bool

  /// The greatest number of values that both engines bind to one statement, less some for the rest of the statement.
  static let bindingLimit = 32_000

  fileprivate static let wider = SQLCondition(text: "TRUE", isExact: false)

  fileprivate init(text: SQLText, isExact: Bool = true) { (self.text, self.isExact) = (text, isExact) }

  /// - Parameter scope: The table, by whose name related records refer to it.
  init(_ condition: QueryForm.Condition, in scope: SQLScope) {
    let found = scope.found(condition)
    self = found.text.bindingCount > Self.bindingLimit ? .wider : found
  }

  fileprivate static func constant(_ value: Bool) -> SQLCondition { SQLCondition(text: value ? "TRUE" : "FALSE") }

  fileprivate static func all(_ parts: [SQLCondition]) -> SQLCondition {
    if parts.isEmpty { return constant(true) }
    // A part that would bind too many values is left out, and the rest are kept.
    let kept = parts.filter { $0.text.bindingCount <= bindingLimit / parts.count || parts.count == 1 }
    return SQLCondition(
      text: kept.isEmpty ? "TRUE" : kept.map(\.text).nested(by: " AND "),
      isExact: kept.count == parts.count && parts.allSatisfy(\.isExact))
  }

  fileprivate static func any(_ parts: [SQLCondition]) -> SQLCondition {
    if parts.isEmpty { return constant(false) }
    return SQLCondition(
      text: parts.map(\.text).nested(by: " OR "), isExact: parts.allSatisfy(\.isExact))
  }

  /// Merges lists of values of one column into one list: the store asks for unique values by a list for each record.
  fileprivate static func merged(_ parts: [QueryForm.Condition]) -> [QueryForm.Condition] {
    var lists: [TableForm.Column: [AttributeValue]] = [:]
    let others = parts.filter { part in
      guard case .membership(let column, let operands) = part.only else { return true }
      lists[column, default: []] += operands
      return false
    }
    return lists.sorted { $0.key.index < $1.key.index }.map { .membership($0.key, $0.value) } + others
  }

  fileprivate static func not(_ part: SQLCondition) -> SQLCondition {
    part.isExact ? SQLCondition(text: "NOT \(sql: part.text)") : wider
  }
}

/// The table whose columns conditions are about.
struct SQLScope {
  let dialect: SQLDialect
  let layout: SQLLayout
  /// The name of the table in the statement.
  let table: String
  /// How many tables are around it.
  let depth: Int
  /// Returns the tables of other models, where they are known.
  let layouts: (any Model.Type) -> SQLLayout?

  /// Creates the scope of the table of a statement.
  init(_ layout: SQLLayout, _ dialect: SQLDialect, layouts: @escaping (any Model.Type) -> SQLLayout?) {
    (self.layout, self.dialect, self.layouts) = (layout, dialect, layouts)
    (table, depth) = (layout.form.model, 0)
  }

  /// Creates the scope of a related table.
  private init(_ related: QueryForm.Related, in outer: SQLScope) {
    (dialect, layouts, depth) = (outer.dialect, outer.layouts, outer.depth + 1)
    (layout, table) = (layouts(related.model) ?? SQLLayout(related.table), "related \(depth)")
  }

  private func column(_ column: TableForm.Column) -> SQLColumn {
    layout.column(column, dialect, of: depth == 0 ? nil : table)
  }

  /// Returns the keys of an order; nil when SQL does not order the rows as memory does.
  func keys(_ order: QueryForm.Order, isReversed: Bool) -> [SQLText]? {
    switch order.key {
    case .column(let column, let nils):
      let column = self.column(column)
      return column.isOrdered ? column.keys(order.direction, nils, isReversed: isReversed) : nil
    case .count(let related, let condition):
      let isDescending = (order.direction == .descending) != isReversed
      return count(related, condition).map { ["\(sql: $0)\(sign: isDescending ? " DESC" : "")"] }
    case .parent(let related, let condition, let column, let nils):
      guard let rows = rows(related, condition), rows.isExact else { return nil }
      let column = SQLScope(related, in: self).column(column).found(in: rows.text)
      return column.isOrdered ? column.keys(order.direction, nils, isReversed: isReversed) : nil
    }
  }

  /// Returns the number of related records that meet a condition; nil when SQL does not count them as memory does.
  func count(_ related: QueryForm.Related, _ condition: QueryForm.Condition) -> SQLText? {
    guard let rows = rows(related, condition), rows.isExact else { return nil }
    return "(SELECT COUNT(*) FROM \(sql: rows.text))"
  }
}

extension SQLScope {
  fileprivate func found(_ condition: QueryForm.Condition) -> SQLCondition {
    switch condition {
    case .comparison(let column, _, _), .membership(let column, _), .text(let column, _, _, _):
      layout.isComparable(column) && !mayDiffer(condition) ? comparison(condition) : .wider
    case .isNil(let column): SQLCondition(text: "\(sql: self.column(column).name) IS NULL")
    case .constant(let value): .constant(value)
    case .all(let parts): .all(parts.map(found))
    case .any(let parts): .any(SQLCondition.merged(parts).map(found))
    case .not(let part): .not(found(part))
    case .exists(let related, let condition):
      rows(related, condition).map { SQLCondition(text: "EXISTS (SELECT 1 FROM \(sql: $0.text))", isExact: $0.isExact) }
        ?? .wider
    case .count(let related, let condition, let comparison, let number):
      count(related, condition).map {
        SQLCondition(text: "(\(sql: $0) \(sign: comparison.sign) \(bind: .integer(Int64(number))))")
      } ?? .wider
    case .code: .wider
    }
  }

  /// Whether a string of a condition may be stored in another way than the adapter stores it in PostgreSQL, where
  /// others write U+0001 as it is.
  private func mayDiffer(_ condition: QueryForm.Condition) -> Bool {
    if layout.hasPosition || dialect == .sqlite { return false }
    let operands: [AttributeValue] =
      switch condition {
      case .comparison(_, _, let operand): [operand]
      case .membership(_, let operands): operands
      case .text(_, _, let text, _): [.string(text)]
      default: []
      }
    return operands.contains { if case .string(let text) = $0 { text.utf8.contains { $0 < 2 } } else { false } }
  }

  private func comparison(_ condition: QueryForm.Condition) -> SQLCondition {
    switch condition {
    case .comparison(let column, let comparison, let operand):
      self.column(column).test(comparison, operand).map { SQLCondition(text: $0) } ?? .wider
    case .membership(let column, let operands):
      self.column(column).membership(operands).map { SQLCondition(text: $0) } ?? .wider
    case .text(let column, let kind, let text, let isCaseSensitive):
      test(self.column(column), kind, text, isCaseSensitive: isCaseSensitive)
    default: .wider
    }
  }

  private func test(
    _ column: SQLColumn, _ kind: StringTest.Kind, _ text: String, isCaseSensitive: Bool
  ) -> SQLCondition {
    if dialect == .postgresql { return column.test(kind, text, isCaseSensitive: isCaseSensitive) ?? .wider }
    let operands: [SQLValue] = [.text(kind.rawValue), .text(text), .integer(isCaseSensitive ? 1 : 0)]
    return SQLCondition(text: "motionmodel_test(\(sql: column.name), \(bind: operands))")
  }

  /// Returns the table of related records, and the condition that a row is one that meets a condition; nil when SQL
  /// does not know which are related.
  private func rows(_ related: QueryForm.Related, _ condition: QueryForm.Condition) -> SQLCondition? {
    let inner = SQLScope(related, in: self)
    guard let link = related.choice.map({ chosen(related, by: $0, in: inner) }) ?? link(related, to: inner) else {
      return nil
    }
    let found = inner.found(condition)
    return SQLCondition(
      text: "\(name: related.table.model) AS \(name: inner.table) WHERE \(sql: link) AND \(sql: found.text)",
      isExact: found.isExact)
  }
}

extension SQLScope {
  /// Returns the condition that a row of a related table is related to the row of this one.
  private func link(_ related: QueryForm.Related, to inner: SQLScope) -> SQLText? {
    inner.column(related.relatedColumn).equals(layout.column(related.column, dialect, of: table))
  }

  /// Returns the condition that a row is the first of the related ones; nil when SQL does not choose the same as
  /// memory.
  private func chosen(_ related: QueryForm.Related, by choice: QueryForm, in inner: SQLScope) -> SQLText? {
    let candidates = SQLScope(related, in: inner)
    let found = candidates.found(choice.condition)
    let keys = choice.order?.map { candidates.keys($0, isReversed: choice.isReversed) } ?? [nil]
    guard found.isExact, let link = link(related, to: candidates), !keys.contains(where: { $0 == nil }) else {
      return nil
    }
    let id = related.table.columns[related.table.idColumn]
    // With the name of its table, because the tables around have a column of this name, too.
    let position: SQLText =
      candidates.layout.hasPosition
      ? "\(name: candidates.table).\(name: SQLTable.position)" : candidates.column(id).text
    let order = keys.compactMap(\.self).flatMap(\.self) + [choice.isReversed ? "\(sql: position) DESC" : position]
    return """
      \(sql: inner.column(id).name) = (SELECT \(sql: candidates.column(id).name) FROM \(name: related.table.model) AS \
      \(name: candidates.table) WHERE \(sql: link) AND \(sql: found.text) ORDER BY \(sql: order, separator: ", ") \
      LIMIT 1 OFFSET \(bind: .integer(Int64(choice.offset))))
      """
  }
}

extension ComparisonOperator {
  fileprivate var sign: StaticString {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}

extension SQLColumn {
  /// Returns a test of strings in PostgreSQL; nil when there is none. Its text is also true for strings of which a part
  /// of a character is like the text, such as the end of a line.
  ///
  /// Without regard to case there is one for ASCII text alone. The database then has to know the capitals of ASCII, and
  /// no others: of all other characters, only some that are composed to ASCII have lower-case forms in it.
  fileprivate func test(_ kind: StringTest.Kind, _ text: String, isCaseSensitive: Bool) -> SQLCondition? {
    guard isCaseSensitive || text.utf8.allSatisfy({ $0 < 128 }),
      case .text(let composed) = comparable(.text(NULEscape.escaped(text)))
    else { return nil }
    let string: SQLText =
      isCaseSensitive ? "normalize(\(sql: name)) COLLATE \(name: "C")" : Self.caseless(name)
    let operand: SQLText = "CAST(\(bind: .text(composed)) AS text)"
    let found: SQLText
    switch kind {
    case .contains: found = "strpos(\(sql: string), \(sql: operand)) > 0"
    case .startsWith: found = "starts_with(\(sql: string), \(sql: operand))"
    case .endsWith: found = "right(\(sql: string), length(\(sql: operand))) = \(sql: operand)"
    case .equal: found = "\(sql: string) = \(sql: operand)"
    case .like: found = "\(sql: string) LIKE \(bind: .text(text.widerPattern))"
    }
    // NB: As a part of a conjunction, the comparison is one that an index answers.
    return SQLCondition(text: "(\(sql: name) IS NOT NULL AND \(sql: found))", isExact: kind == .equal)
  }

  /// Returns the strings of a column in PostgreSQL as they are compared without regard to case.
  static func caseless(_ name: SQLText) -> SQLText { "lower(normalize(\(sql: name)) COLLATE \(name: "C"))" }
}

extension String {
  /// The pattern of `LIKE` in which a single character may be several, as one of Swift's may be for the database.
  fileprivate var widerPattern: String {
    var (pattern, isEscaped) = ("", false)
    for character in self {
      switch character {
      case _ where isEscaped: pattern += character.literalPattern
      case "\\":
        isEscaped = true
        continue
      case "%": pattern += "%"
      case "_": pattern += "_%"
      default: pattern += character.literalPattern
      }
      isEscaped = false
    }
    // A backslash at the end stands for itself.
    return isEscaped ? pattern + "\\\\" : pattern
  }
}

extension Character {
  /// The pattern that stands for the character.
  fileprivate var literalPattern: String {
    let text = NULEscape.escaped(String(self)).precomposedStringWithCanonicalMapping
    return text.unicodeScalars.map { ["\\", "%", "_"].contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

extension QueryForm.Condition {
  /// The only part of a group of one, or else this condition.
  fileprivate var only: QueryForm.Condition {
    switch self {
    case .all(let parts) where parts.count == 1, .any(let parts) where parts.count == 1: parts[0]
    default: self
    }
  }
}
