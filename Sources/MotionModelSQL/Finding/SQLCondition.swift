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

  private static let wider = SQLCondition(text: "TRUE", isExact: false)

  private init(text: SQLText, isExact: Bool = true) { (self.text, self.isExact) = (text, isExact) }

  init(_ condition: QueryForm.Condition, in dialect: SQLDialect) {
    let found = Self.found(condition, dialect)
    self = found.text.bindingCount > Self.bindingLimit ? .wider : found
  }

  private static func found(_ condition: QueryForm.Condition, _ dialect: SQLDialect) -> SQLCondition {
    switch condition {
    case .constant(let value): constant(value)
    case .comparison(let column, let comparison, let operand):
      SQLColumn(column, dialect).test(comparison, operand).map { SQLCondition(text: $0) } ?? wider
    case .membership(let column, let operands):
      SQLColumn(column, dialect).membership(operands).map { SQLCondition(text: $0) } ?? wider
    case .isNil(let column): SQLCondition(text: "\(name: column.name) IS NULL")
    case .text(let column, let kind, let text, let isCaseSensitive):
      // What PostgreSQL has instead is not proven to be the same.
      dialect == .sqlite
        ? SQLCondition(
          text: """
            motionmodel_test(\(name: column.name), \(bind: .text(kind.rawValue)), \(bind: .text(text)), \
            \(bind: .integer(isCaseSensitive ? 1 : 0)))
            """) : wider
    case .all(let parts): all(parts.map { found($0, dialect) })
    case .any(let parts): any(merged(parts).map { found($0, dialect) })
    case .not(let part): not(found(part, dialect))
    case .code: wider
    }
  }

  private static func constant(_ value: Bool) -> SQLCondition { SQLCondition(text: value ? "TRUE" : "FALSE") }

  private static func all(_ parts: [SQLCondition]) -> SQLCondition {
    if parts.isEmpty { return constant(true) }
    // A part that would bind too many values is left out, and not the others with it.
    let kept = parts.filter { $0.text.bindingCount <= bindingLimit / parts.count || parts.count == 1 }
    return SQLCondition(
      text: kept.isEmpty ? "TRUE" : kept.map(\.text).nested(by: " AND "),
      isExact: kept.count == parts.count && parts.allSatisfy(\.isExact))
  }

  private static func any(_ parts: [SQLCondition]) -> SQLCondition {
    if parts.isEmpty { return constant(false) }
    return SQLCondition(
      text: parts.map(\.text).nested(by: " OR "), isExact: parts.allSatisfy(\.isExact))
  }

  /// Merges lists of values of one column into one list: the store asks for unique values by a list for each record.
  private static func merged(_ parts: [QueryForm.Condition]) -> [QueryForm.Condition] {
    var lists: [TableForm.Column: [AttributeValue]] = [:]
    let others = parts.filter { part in
      guard case .membership(let column, let operands) = part.only else { return true }
      lists[column, default: []] += operands
      return false
    }
    return lists.sorted { $0.key.index < $1.key.index }.map { .membership($0.key, $0.value) } + others
  }

  private static func not(_ part: SQLCondition) -> SQLCondition {
    part.isExact ? SQLCondition(text: "NOT \(sql: part.text)") : wider
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
