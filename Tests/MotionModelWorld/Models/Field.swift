import MotionModel

/// A column that steps write and finders search, by small numbers that stand for its values.
package struct Field<Record: WorldModel>: Sendable {
  /// The name of the property.
  package let name: String
  /// Sets the column of a record to the value that a number stands for.
  let assign: @Sendable (inout Record, Int, NaiveStore) -> Void
  /// The value in a record, as Swift source.
  let swift: @Sendable (Record) -> String
  let copy: @Sendable (Record, inout Record) -> Void
  let isSame: @Sendable (Record, Record) -> Bool
  let condition: @Sendable (Comparator, Int, NaiveStore) -> Condition<Record>
  /// Orders a finder by the column, and compares two records in that order; nil when the column has no order.
  let order: (@Sendable (Finder<Record>) -> Finder<Record>)?
  let precedes: (@Sendable (Record, Record) -> Bool)?
}

/// How a finder compares.
package enum Comparator: Int, CaseIterable, Sendable, Codable {
  case equal, unequal, less, greaterOrEqual, isIn
}

/// A condition for the library, and the same for the naive store.
struct Condition<Record: WorldModel> {
  let predicate: RecordPredicate<Record>
  let test: (Record) -> Bool
  let swift: String
}

extension Field {
  /// A column of a type without order.
  init<Value: Hashable & Sendable & SwiftLiteral>(
    _ name: String, _ keyPath: any WritableKeyPath<Record, Value> & Sendable, _ values: [Value],
    isSame: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 }
  ) {
    self.name = name
    assign = { record, number, _ in record[keyPath: keyPath] = values[number % values.count] }
    swift = { $0[keyPath: keyPath].swift }
    copy = { source, target in target[keyPath: keyPath] = source[keyPath: keyPath] }
    self.isSame = { isSame($0[keyPath: keyPath], $1[keyPath: keyPath]) }
    condition = { comparator, number, _ in
      let value = values[number % values.count]
      switch comparator {
      case .unequal, .less:
        return Condition(
          predicate: keyPath != value, test: { $0[keyPath: keyPath] != value }, swift: "\\.\(name) != \(value.swift)")
      default:
        return Condition(
          predicate: keyPath == value, test: { $0[keyPath: keyPath] == value }, swift: "\\.\(name) == \(value.swift)")
      }
    }
    (order, precedes) = (nil, nil)
  }

  /// A column of a type with an order.
  init<Value: ColumnValue & Comparable & SwiftLiteral>(
    _ name: String, _ keyPath: any WritableKeyPath<Record, Value> & Sendable, _ values: [Value]
  ) {
    self.name = name
    assign = { record, number, _ in record[keyPath: keyPath] = values[number % values.count] }
    swift = { $0[keyPath: keyPath].swift }
    copy = { source, target in target[keyPath: keyPath] = source[keyPath: keyPath] }
    isSame = { Self.isSame($0[keyPath: keyPath], $1[keyPath: keyPath]) }
    condition = { comparator, number, _ in
      var value = values[number % values.count]
      if value != value { value = values[0] }
      return Self.condition(comparator, name, keyPath, value, values[0]) { $0[keyPath: keyPath] }
    }
    order = { $0.order(by: keyPath) }
    precedes = { Value.precedes($0[keyPath: keyPath], $1[keyPath: keyPath]) }
  }

  /// An optional column of a type with an order.
  init<Value: ColumnValue & Comparable & SwiftLiteral>(
    _ name: String, optional keyPath: any WritableKeyPath<Record, Value?> & Sendable, _ values: [Value]
  ) {
    self.init(name, keyPath) { number, _ in
      number % (values.count + 1) == values.count ? nil : values[number % (values.count + 1)]
    }
  }

  /// The key of a required parent.
  init<Parent: WorldModel>(
    _ name: String, key keyPath: any WritableKeyPath<Record, Parent.ID> & Sendable, _ parent: Parent.Type
  ) where Parent.ID: Comparable {
    self.name = name
    let unassigned = Parent().id
    let value: @Sendable (Int, NaiveStore) -> Parent.ID = { Parent.id($0, in: $1) ?? unassigned }
    assign = { record, number, naive in record[keyPath: keyPath] = value(number, naive) }
    swift = { $0[keyPath: keyPath].swift }
    copy = { source, target in target[keyPath: keyPath] = source[keyPath: keyPath] }
    isSame = { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
    condition = { comparator, number, naive in
      Self.condition(comparator, name, keyPath, value(number, naive), unassigned) { $0[keyPath: keyPath] }
    }
    order = { $0.order(by: keyPath) }
    precedes = { $0[keyPath: keyPath] < $1[keyPath: keyPath] }
  }

  /// The key of an optional parent.
  init<Parent: WorldModel>(
    _ name: String, optionalKey keyPath: any WritableKeyPath<Record, Parent.ID?> & Sendable, _ parent: Parent.Type
  ) where Parent.ID: Comparable {
    self.init(name, keyPath) { number, naive in Parent.id(number, in: naive) }
  }

  private init<Value: ColumnValue & Comparable & SwiftLiteral>(
    _ name: String, _ keyPath: any WritableKeyPath<Record, Value?> & Sendable,
    value: @escaping @Sendable (Int, NaiveStore) -> Value?
  ) {
    self.name = name
    assign = { record, number, naive in record[keyPath: keyPath] = value(number, naive) }
    swift = { $0[keyPath: keyPath].swift }
    copy = { source, target in target[keyPath: keyPath] = source[keyPath: keyPath] }
    isSame = { Self.isSame($0[keyPath: keyPath], $1[keyPath: keyPath]) }
    condition = { comparator, number, naive in
      let value = value(number, naive)
      switch comparator {
      case .equal, .isIn:
        return Condition(
          predicate: keyPath == value, test: { $0[keyPath: keyPath] == value }, swift: "\\.\(name) == \(value.swift)")
      case .unequal:
        return Condition(
          predicate: keyPath != value, test: { $0[keyPath: keyPath] != value }, swift: "\\.\(name) != \(value.swift)")
      case .less, .greaterOrEqual:
        guard let value else {
          return Condition(predicate: keyPath == nil, test: { $0[keyPath: keyPath] == nil }, swift: "\\.\(name) == nil")
        }
        return comparator == .less
          ? Condition(
            predicate: keyPath < value, test: { $0[keyPath: keyPath].map { $0 < value } ?? false },
            swift: "\\.\(name) < \(value.swift)")
          : Condition(
            predicate: keyPath >= value, test: { $0[keyPath: keyPath].map { $0 >= value } ?? false },
            swift: "\\.\(name) >= \(value.swift)")
      }
    }
    order = { $0.order(by: keyPath) }
    precedes = { first, second in
      guard let one = first[keyPath: keyPath] else { return false }
      return second[keyPath: keyPath].map { Value.precedes(one, $0) } ?? true
    }
  }

  private static func isSame<Value: Equatable>(_ first: Value, _ second: Value) -> Bool {
    if let first = first as? Double, let second = second as? Double { return first.isSame(as: second) }
    if let first = first as? String, let second = second as? String { return first.isSame(as: second) }
    return first == second
  }

  private static func condition<Value: ColumnValue & Comparable & SwiftLiteral>(
    _ comparator: Comparator, _ name: String, _ keyPath: any WritableKeyPath<Record, Value> & Sendable, _ value: Value,
    _ other: Value, _ get: @escaping (Record) -> Value
  ) -> Condition<Record> {
    switch comparator {
    case .equal:
      Condition(predicate: keyPath == value, test: { get($0) == value }, swift: "\\.\(name) == \(value.swift)")
    case .unequal:
      Condition(predicate: keyPath != value, test: { get($0) != value }, swift: "\\.\(name) != \(value.swift)")
    case .less: Condition(predicate: keyPath < value, test: { get($0) < value }, swift: "\\.\(name) < \(value.swift)")
    case .greaterOrEqual:
      Condition(predicate: keyPath >= value, test: { get($0) >= value }, swift: "\\.\(name) >= \(value.swift)")
    case .isIn:
      Condition(
        predicate: ColumnExpression(keyPath).in([value, other]), test: { get($0) == value || get($0) == other },
        swift: "ColumnExpression(\\.\(name)).in([\(value.swift), \(other.swift)])")
    }
  }
}

extension WorldModel {
  /// Returns the id that a number stands for: the id of a record, nil, or an id that no record has.
  static func id(_ number: Int, in naive: NaiveStore) -> ID? {
    let rows = naive[keyPath: rows].rows
    let index = number % (rows.count + 2)
    if index < rows.count { return rows[index].record.id }
    return index == rows.count ? nil : .byHand(900_000 + number % 7)
  }
}
