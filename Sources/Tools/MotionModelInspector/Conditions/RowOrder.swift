import Foundation
package import MotionModel
package import MotionModelValues

/// An order of records: `priority descending nil first, name`.
///
/// The rules are those of finders: nils are last unless the order says otherwise, NaN is behind all numbers, and
/// records that are equal keep the order of the file.
package struct RowOrder: Sendable {
  package struct Key: Sendable {
    package let operand: Operand
    package let kind: ColumnKind
    package let direction: OrderDirection
    package let nils: NilOrder
  }

  package let keys: [Key]

  /// Reads an order.
  package init(_ text: String, on columns: ConditionColumns) throws(ConditionError) {
    var parser = try ConditionParser(text, subject: "order", columns)
    var keys: [Key] = []
    repeat {
      let operand = try parser.operand()
      var (direction, nils) = (OrderDirection.ascending, NilOrder.last)
      if try parser.take(word: "descending") {
        direction = .descending
      } else {
        _ = try parser.take(word: "ascending")
      }
      if try parser.take(word: "nil") {
        if try parser.take(word: "first") {
          nils = .first
        } else if try !parser.take(word: "last") {
          throw parser.failure("first or last")
        }
      }
      keys.append(Key(operand: operand, kind: operand.kind, direction: direction, nils: nils))
    } while try parser.take(",")
    try parser.expectEnd("descending, nil first or a comma")
    self.keys = keys
  }

  /// Returns the numbers of rows, in order.
  ///
  /// - Complexity: O(*n* log *n*). The values of each row are read once.
  package func sorted(_ numbers: [Int], _ row: (Int) -> RowValues) -> [Int] {
    let values = numbers.map { number in
      let row = row(number)
      return keys.map { $0.operand.value(of: row, as: $0.kind) }
    }
    return numbers.indices.sorted { precedes(values[$0], values[$1]) ?? ($0 < $1) }.map { numbers[$0] }
  }

  /// Returns whether the first row is before the second; nil if they are equal in all keys.
  private func precedes(_ first: [AttributeValue?], _ second: [AttributeValue?]) -> Bool? {
    for (index, key) in keys.enumerated() {
      switch (first[index], second[index]) {
      case (nil, nil): continue
      case (nil, _): return key.nils == .first
      case (_, nil): return key.nils == .last
      case (let first?, let second?):
        let order = first.sortOrder(against: second)
        if order != 0 { return (order < 0) == (key.direction == .ascending) }
      }
    }
    return nil
  }
}

extension AttributeValue {
  /// The order of values when they are sorted: numbers by their values alone, NaN last of them.
  package func sortOrder(against other: AttributeValue) -> Int {
    if let order = order(againstNumber: other) { return order }
    if isNumber && other.isNumber { return isNaN ? (other.isNaN ? 0 : 1) : -1 }
    return self < other ? -1 : other < self ? 1 : 0
  }

  private var isNaN: Bool {
    switch self {
    case .double(let value): value.isNaN
    case .decimal(let value): value.isNaN
    default: false
    }
  }
}
