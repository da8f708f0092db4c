import Foundation
import MotionModel

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

  /// - Parameter layout: The table, by whose name related records refer to it.
  init(_ condition: QueryForm.Condition, of layout: SQLLayout, in dialect: SQLDialect) {
    let found = Scope(dialect: dialect, table: layout.form.model, depth: 0, mapped: layout.mapped).found(condition)
    self = found.text.bindingCount > Self.bindingLimit ? .wider : found
  }

  /// The table whose columns a condition is about.
  fileprivate struct Scope {
    let dialect: SQLDialect
    let table: String
    /// How many tables are around it.
    let depth: Int
    /// The table's columns of other types than the adapter declares.
    var mapped: [Int: SQLMappedType] = [:]

    /// Whether the database compares the values of a column as memory does.
    func isComparable(_ column: TableForm.Column) -> Bool { mapped[column.index]?.isComparable ?? true }

    func column(_ column: TableForm.Column) -> SQLColumn {
      SQLColumn(column, dialect, of: depth == 0 ? nil : table)
    }
  }

  fileprivate static func constant(_ value: Bool) -> SQLCondition { SQLCondition(text: value ? "TRUE" : "FALSE") }

  fileprivate static func all(_ parts: [SQLCondition]) -> SQLCondition {
    if parts.isEmpty { return constant(true) }
    // A part that would bind too many values is left out, and not the others with it.
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

extension SQLCondition.Scope {
  func found(_ condition: QueryForm.Condition) -> SQLCondition {
    switch condition {
    case .comparison(let column, _, _), .membership(let column, _), .text(let column, _, _, _):
      isComparable(column) ? comparison(condition) : .wider
    case .isNil(let column): SQLCondition(text: "\(sql: self.column(column).name) IS NULL")
    case .constant(let value): .constant(value)
    case .all(let parts): .all(parts.map(found))
    case .any(let parts): .any(SQLCondition.merged(parts).map(found))
    case .not(let part): .not(found(part))
    case .exists(let related, let condition): exists(related, condition)
    case .code: .wider
    }
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

  private func exists(_ related: QueryForm.Related, _ condition: QueryForm.Condition) -> SQLCondition {
    let inner = SQLCondition.Scope(dialect: dialect, table: "related \(depth + 1)", depth: depth + 1)
    let own = SQLColumn(related.column, dialect, of: table)
    guard isComparable(related.column), let link = inner.column(related.relatedColumn).equals(own) else {
      return .wider
    }
    let found = inner.found(condition)
    return SQLCondition(
      text: """
        EXISTS (SELECT 1 FROM \(name: related.table.model) AS \(name: inner.table) WHERE \(sql: link) AND \(sql: found.text))
        """, isExact: found.isExact)
  }
}

extension SQLColumn {
  /// Returns a test of strings in PostgreSQL; nil when there is none. Its text is also true for strings of which a part of a
  /// character is like the text, such as the end of a line.
  fileprivate func test(_ kind: StringTest.Kind, _ text: String, isCaseSensitive: Bool) -> SQLCondition? {
    guard isCaseSensitive, case .text(let text) = comparable(.text(NULEscape.escaped(text))) else { return nil }
    let composed: SQLText = "normalize(\(sql: name))"
    let operand: SQLText = "CAST(\(bind: .text(text)) AS text)"
    let found: SQLText
    switch kind {
    case .contains: found = "strpos(\(sql: composed), \(sql: operand)) > 0"
    case .startsWith: found = "starts_with(\(sql: composed), \(sql: operand))"
    case .endsWith: found = "right(\(sql: composed), length(\(sql: operand))) = \(sql: operand)"
    case .equal, .like: return nil
    }
    return SQLCondition(text: "COALESCE(\(sql: found), FALSE)", isExact: false)
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
