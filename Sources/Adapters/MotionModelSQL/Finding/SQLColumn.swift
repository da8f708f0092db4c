import Foundation
import MotionModel
import MotionModelValues

/// A column in conditions and orders.
struct SQLColumn {
  private var column: TableForm.Column
  private let dialect: SQLDialect
  private let storage: SQLStorage
  /// The type that others have declared; nil for a type of the adapter's.
  private let mapped: SQLMappedType?
  /// The name of the column, with that of its table where there are several tables.
  private(set) var name: SQLText

  /// - Parameters:
  ///   - table: The name of the table, if the column is named with it.
  ///   - mapped: The type that others have declared; nil for a type of the adapter's.
  init(
    _ column: TableForm.Column, _ dialect: SQLDialect, of table: String? = nil, as mapped: SQLMappedType? = nil
  ) {
    (self.column, self.dialect, storage, self.mapped) = (column, dialect, SQLStorage(column.type), mapped)
    name = table.map { "\(name: $0).\(name: column.name)" } ?? "\(name: column.name)"
  }

  /// Returns the column of the first of some rows, which is nil if there are none.
  ///
  /// - Parameter rows: Tables, and conditions.
  func found(in rows: SQLText) -> SQLColumn {
    var found = self
    found.name = "(SELECT \(sql: name) FROM \(sql: rows) LIMIT 1)"
    found.column = TableForm.Column(
      index: column.index, name: column.name, type: column.type, isOptional: true, isStandard: column.isStandard)
    return found
  }

  /// Whether SQL orders the column as memory does.
  var isOrdered: Bool { isComparable && storage.isOrdered && column.isStandard }

  /// Whether SQL knows which values are equal, and which are less than others.
  private var isComparable: Bool { mapped?.isComparable ?? storage.isComparable }

  /// Whether a value may be NaN, which no time is.
  private var hasNaN: Bool { storage.hasNaN && mapped?.digits == nil }

  /// Whether SQL groups the values of the column as memory does.
  var isGrouped: Bool { isComparable && !hasNaN && column.isStandard }

  /// The column as it is compared.
  var text: SQLText {
    if let collation = SQLCollation(column, in: dialect) {
      return "\(sql: name) COLLATE \(name: collation.name)"
    }
    if mapped?.isUUIDText == true {
      return dialect == .sqlite ? "lower(\(sql: name))" : "lower(\(sql: name)) COLLATE \(name: "C")"
    }
    if dialect == .postgresql, storage == .string { return "normalize(\(sql: name)) COLLATE \(name: "C")" }
    return "\(sql: name)"
  }

  /// Returns the value to bind for an operand; nil if the column cannot have it.
  private func bound(_ operand: AttributeValue) -> SQLText? {
    if mapped?.digits != nil, case .date(let date) = operand {
      return SQLTimestamp.text(date).map { "\(bind: .text($0))" }
    }
    guard let value = try? storage.value(operand, in: dialect) else { return nil }
    return (try? mapped?.value(value, storage) ?? value).map { "\(bind: comparable($0))" }
  }

  /// Returns a value of the column as it is compared with ``text``.
  func comparable(_ value: SQLValue) -> SQLValue {
    if mapped?.isUUIDText == true, case .text(let text) = value { return .text(text.lowercased()) }
    guard dialect == .postgresql, storage == .string, case .text(let text) = value else { return value }
    return .text(text.precomposedStringWithCanonicalMapping)
  }

  /// Whether ``comparable(_:)`` may return another value.
  var hasComparableForm: Bool { mapped?.isUUIDText == true || dialect == .postgresql && storage == .string }

  // MARK: - Conditions

  /// Returns the test whether another column has the same value, which nil has not; nil if SQL does not compare as
  /// memory does.
  func equals(_ other: SQLColumn) -> SQLText? {
    guard storage == other.storage, isComparable, other.isComparable, !storage.hasNaN,
      (mapped?.isUUIDText ?? false) == (other.mapped?.isUUIDText ?? false)
    else { return nil }
    return "\(sql: text) = \(sql: other.text)"
  }

  /// Returns the comparison with an operand; nil if SQL does not compare as memory does.
  func test(_ comparison: ComparisonOperator, _ operand: AttributeValue) -> SQLText? {
    if mapped?.digits != nil, case .date(let date) = operand, !isNaN(operand) { return time(comparison, date) }
    return switch comparison {
    case .equal: equality(operand)
    case .notEqual: equality(operand).map { "NOT \(sql: $0)" }
    case .less: order("<", operand, isAbove: false)
    case .lessOrEqual: order("<=", operand, isAbove: false)
    case .greater: order(">", operand, isAbove: true)
    case .greaterOrEqual: order(">=", operand, isAbove: true)
    }
  }

  /// Returns the test whether the value is one of a list; nil if SQL does not compare as memory does.
  func membership(_ operands: [AttributeValue]) -> SQLText? {
    guard isComparable else { return nil }
    let present = operands.filter { !$0.isNull && !isNaN($0) && !isBetweenTimes($0) }
    let hasNil = operands.contains(where: \.isNull)
    if present.isEmpty { return hasNil ? "\(sql: name) IS NULL" : "FALSE" }
    guard let list = list(present) else { return nil }
    let found: SQLText = "\(sql: text) \(sql: list)"
    if hasNil { return "(\(sql: name) IS NULL OR \(sql: found))" }
    return column.isOptional ? "(\(sql: name) IS NOT NULL AND \(sql: found))" : "(\(sql: found))"
  }

  /// Returns the test whether a value is in a list, without the value; nil if the column cannot have one of the list's.
  private func list(_ operands: [AttributeValue]) -> SQLText? {
    if operands.count > 100 {
      let elements = mapped?.isUUIDText == true ? SQLStorage.string : storage
      let list =
        dialect == .sqlite
        ? longList(operands) : SQLArray(operands, storage, as: elements) { comparable($0) }?.text
      if let list { return list }
    }
    let values = operands.map(bound)
    return values.contains { $0 == nil } ? nil : "IN (\(sql: values.compactMap(\.self), separator: ", "))"
  }

  /// Returns the test with a list as one bound value; nil if JSON has no form for the values.
  private func longList(_ operands: [AttributeValue]) -> SQLText? {
    for operand in operands {
      switch (storage, operand) {
      case (.integer, .int), (.unsigned, .int), (.uuid, .uuid): continue
      case (.string, .string(let text)) where !text.utf8.contains(0): continue
      default: return nil
      }
    }
    return "IN (SELECT value FROM json_each(\(bind: .text(JSONFormat.written(.array(operands))))))"
  }

  private func equality(_ operand: AttributeValue) -> SQLText? {
    if operand.isNull { return "(\(sql: name) IS NULL)" }
    if isNaN(operand) { return "FALSE" }
    guard isComparable, let value = bound(operand) else { return nil }
    if !column.isOptional { return "(\(sql: text) = \(sql: value))" }
    if dialect == .sqlite { return "(\(sql: text) IS \(sql: value))" }
    return "(\(sql: name) IS NOT NULL AND \(sql: text) = \(sql: value))"
  }

  /// Returns the test whether the value is on one side of an operand. Nil and NaN are on neither side.
  private func order(_ sign: StaticString, _ operand: AttributeValue, isAbove: Bool) -> SQLText? {
    if operand.isNull || isNaN(operand) || operand.isDecimalNaN { return "FALSE" }
    guard isOrdered, let value = bound(operand) else { return nil }
    var parts: [SQLText] = column.isOptional ? ["\(sql: name) IS NOT NULL"] : []
    parts.append("\(sql: text) \(sign: sign) \(sql: value)")
    if isAbove, let end { parts.append(end) }
    return "(\(sql: parts, separator: " AND "))"
  }

  /// Returns the comparison of a time, of which the column has whole microseconds, with any date.
  private func time(_ comparison: ComparisonOperator, _ date: Date) -> SQLText {
    let (text, neighbor) = SQLTimestamp.neighbor(of: date)
    let isLess = neighbor == .orderedAscending
    let sign: StaticString
    switch comparison {
    case .equal, .notEqual:
      let isFound: SQLText =
        neighbor != .orderedSame ? "FALSE" : "(\(sql: name) IS NOT NULL AND \(sql: name) = \(bind: .text(text)))"
      return comparison == .equal ? isFound : "NOT \(sql: isFound)"
    case .less: sign = isLess ? "<=" : "<"
    case .lessOrEqual: sign = neighbor == .orderedDescending ? "<" : "<="
    case .greater: sign = neighbor == .orderedDescending ? ">=" : ">"
    case .greaterOrEqual: sign = isLess ? ">" : ">="
    }
    return "(\(sql: name) IS NOT NULL AND \(sql: name) \(sign: sign) \(bind: .text(text)))"
  }

  /// Whether an operand is a date that no time of the column is.
  private func isBetweenTimes(_ operand: AttributeValue) -> Bool {
    guard mapped?.digits != nil, case .date(let date) = operand else { return false }
    return SQLTimestamp.neighbor(of: date).comparison != .orderedSame
  }

  /// The test that a value is not NaN, which is ordered behind all numbers.
  var end: SQLText? {
    if mapped?.digits != nil { return nil }
    return switch (dialect, storage) {
    case (.sqlite, .real), (.sqlite, .date): "\(sql: name) < x''"
    case (.sqlite, .decimal): "\(sql: text) < 'NaN'"
    case (.postgresql, .real), (.postgresql, .date), (.postgresql, .decimal): "\(sql: name) < 'NaN'"
    default: nil
    }
  }

  private func isNaN(_ operand: AttributeValue) -> Bool {
    switch operand {
    case .double(let value): value.isNaN
    case .date(let value): value.timeIntervalSinceReferenceDate.isNaN
    default: false
    }
  }

  // MARK: - Groups

  /// The value of the column that stands for a group of equal ones.
  var groupKey: SQLText {
    dialect == .postgresql && (storage == .string || mapped != nil) ? "(array_agg(\(sql: name)))[1]" : name
  }

  // MARK: - Orders

  /// The keys of an order by the column.
  func keys(_ direction: OrderDirection, _ nils: NilOrder, isReversed: Bool) -> [SQLText] {
    let isDescending = (direction == .descending) != isReversed
    let key: SQLText = isDescending ? "\(sql: text) DESC" : "\(sql: text)"
    if !column.isOptional { return [key] }
    let nilsFirst = (nils == .first) != isReversed
    return [nilsFirst ? "\(sql: name) IS NOT NULL" : "\(sql: name) IS NULL", key]
  }
}

extension AttributeValue {
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }

  fileprivate var isDecimalNaN: Bool { if case .decimal(let value) = self { value.isNaN } else { false } }
}
