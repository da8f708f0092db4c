import Foundation
package import MotionModel
package import MotionModelValues

/// A value in a condition: what a record has in a column, a constant, or what is computed of these.
///
/// The rules are those of finders: what is computed from nil is nil, and so is what does not fit.
package indirect enum Operand: Sendable {
  case constant(AttributeValue)
  case column(Int, ColumnKind)
  case count(Operand)
  case arithmetic(Arithmetic, Operand, Operand)
  /// The time from one date to another, in a unit of so many seconds.
  case elapsed(from: Operand, to: Operand, unit: Double)

  package enum Arithmetic: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
  }

  /// The kind of the values.
  package var kind: ColumnKind {
    switch self {
    case .constant(let value): ColumnKind(of: value)
    case .column(_, let kind): kind
    case .count, .arithmetic, .elapsed: .number
    }
  }

  /// Returns the value of a row, read as a kind; nil if there is none.
  package func value(of row: RowValues, as kind: ColumnKind) -> AttributeValue? {
    switch self {
    case .constant(let value): return value.orNil
    case .column(let index, _):
      guard let value = row[index], !value.isNull else { return nil }
      return kind.cast(value)
    case .count(let operand):
      switch operand.value(of: row, as: operand.kind) {
      case .string(let text): return .int(Int64(text.count))
      case .array(let elements): return .int(Int64(elements.count))
      default: return nil
      }
    case .arithmetic(let sign, let first, let second):
      guard let first = first.value(of: row, as: .number), let second = second.value(of: row, as: .number) else {
        return nil
      }
      return sign.result(first, second)
    case .elapsed(let start, let end, let unit):
      guard case .date(let start)? = start.value(of: row, as: .date),
        case .date(let end)? = end.value(of: row, as: .date)
      else { return nil }
      return .double(end.timeIntervalSince(start) / unit)
    }
  }
}

extension AttributeValue {
  package var isNull: Bool { if case .null = self { true } else { false } }

  /// The value; nil if it is null.
  var orNil: AttributeValue? {
    // NB: In `isNull ? nil : self`, nil would be a value: null.
    if isNull { return nil }
    return self
  }
}

extension Operand.Arithmetic {
  /// Computes with integers as far as they reach, and otherwise with decimals or binary numbers; nil if the result does
  /// not fit.
  fileprivate func result(_ first: AttributeValue, _ second: AttributeValue) -> AttributeValue? {
    if case .int(let first) = first, case .int(let second) = second {
      let (result, overflow) =
        switch self {
        case .plus: first.addingReportingOverflow(second)
        case .minus: first.subtractingReportingOverflow(second)
        case .times: first.multipliedReportingOverflow(by: second)
        }
      return overflow ? nil : .int(result)
    }
    let hasDouble = if case .double = first { true } else if case .double = second { true } else { false }
    if hasDouble {
      guard let first = try? Double(attribute: first), let second = try? Double(attribute: second) else { return nil }
      return .double(result(first, second))
    }
    guard let first = try? Decimal(attribute: first), let second = try? Decimal(attribute: second) else { return nil }
    return .decimal(result(first, second))
  }

  private func result<Number: Numeric>(_ first: Number, _ second: Number) -> Number {
    switch self {
    case .plus: first + second
    case .minus: first - second
    case .times: first * second
    }
  }
}
