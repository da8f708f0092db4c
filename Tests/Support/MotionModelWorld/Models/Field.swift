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
  /// The policy of bulk inserts that overwrites the column alone.
  let merging: @Sendable () -> InsertPolicy<Record>
  /// Saves the column alone.
  let save: @Sendable (inout Record) throws -> Void
  /// Whether a finder picks the value that a record has, alone and beside the id; without a record, whether it picks none.
  let picks: @Sendable (Finder<Record>, Record?) -> Bool
  /// What else a finder does with the column; nil when the column has no order.
  let ordered: OrderedField<Record>?
}

/// A column by which records are ordered, found and told apart.
struct OrderedField<Record: WorldModel>: Sendable {
  let ordering: Ordering<Record>
  /// Finds a record by the value that a number stands for.
  let find: @Sendable (Finder<Record>, Int, NaiveStore) -> Record?
  let distinct: @Sendable (Finder<Record>) -> Finder<Record>
  let isEqual: @Sendable (Record, Record) -> Bool

  init<Value: ColumnValue & Equatable>(
    _ name: String, _ keyPath: any WritableKeyPath<Record, Value> & Sendable,
    value: @escaping @Sendable (Int, NaiveStore) -> Value
  ) {
    ordering = Ordering("\\.\(name)", { $0.order(by: keyPath, $1, nils: $2) }) { record, _ in
      record[keyPath: keyPath].unwrapped
    }
    find = { $0.find(by: keyPath, value($1, $2)) }
    distinct = { $0.distinct(by: keyPath) }
    isEqual = { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
  }
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
    (save, merging) = ({ try $0.save(only: keyPath) }, { .merge(keyPath) })
    picks = Self.picking(keyPath, isSame: isSame)
    condition = { comparator, number, _ in
      let value = values[number % values.count]
      let equal = Condition(
        predicate: keyPath == value, test: { $0[keyPath: keyPath] == value }, swift: "$0.\(name) == \(value.swift)")
      if comparator != .unequal && comparator != .less { return equal }
      return Condition(predicate: keyPath != value, test: { !equal.test($0) }, swift: "$0.\(name) != \(value.swift)")
    }
    ordered = nil
  }

  /// A column of a type with an order.
  init<Value: ColumnValue & Comparable & SwiftLiteral>(
    _ name: String, _ keyPath: any WritableKeyPath<Record, Value> & Sendable, _ values: [Value]
  ) {
    // No value equals NaN, so nothing is searched by it.
    let searched: @Sendable (Int, NaiveStore) -> Value = { number, _ in
      let value = values[number % values.count]
      return value == value ? value : values[0]
    }
    self.init(name, keyPath, { number, _ in values[number % values.count] }, searched: searched) { _ in values[0] }
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
    let unassigned = Parent().id
    let value: @Sendable (Int, NaiveStore) -> Parent.ID = { Parent.id($0, in: $1) ?? unassigned }
    self.init(name, keyPath, value, searched: value) { _ in unassigned }
  }

  /// The key of an optional parent.
  init<Parent: WorldModel>(
    _ name: String, optionalKey keyPath: any WritableKeyPath<Record, Parent.ID?> & Sendable, _ parent: Parent.Type
  ) where Parent.ID: Comparable {
    self.init(name, keyPath) { number, naive in Parent.id(number, in: naive) }
  }

  /// - Parameters:
  ///   - value: The value that a number stands for.
  ///   - searched: The value that finders search.
  ///   - other: Another value, for lists of two.
  private init<Value: ColumnValue & Comparable & SwiftLiteral>(
    _ name: String, _ keyPath: any WritableKeyPath<Record, Value> & Sendable,
    _ value: @escaping @Sendable (Int, NaiveStore) -> Value,
    searched: @escaping @Sendable (Int, NaiveStore) -> Value, other: @escaping @Sendable (NaiveStore) -> Value
  ) {
    self.name = name
    assign = { record, number, naive in record[keyPath: keyPath] = value(number, naive) }
    swift = { $0[keyPath: keyPath].swift }
    copy = { source, target in target[keyPath: keyPath] = source[keyPath: keyPath] }
    isSame = { Self.isSame($0[keyPath: keyPath], $1[keyPath: keyPath]) }
    (save, merging) = ({ try $0.save(only: keyPath) }, { .merge(keyPath) })
    picks = Self.picking(keyPath) { Self.isSame($0, $1) }
    condition = { comparator, number, naive in
      let (value, other) = (searched(number, naive), other(naive))
      let predicate =
        switch comparator {
        case .equal: keyPath == value
        case .unequal: keyPath != value
        case .less: keyPath < value
        case .greaterOrEqual: keyPath >= value
        case .isIn: ColumnTerm(keyPath).in([value, other])
        }
      if comparator == .isIn {
        return Condition(
          predicate: predicate, test: { $0[keyPath: keyPath] == value || $0[keyPath: keyPath] == other },
          swift: "$0.\(name).in([\(value.swift), \(other.swift)])")
      }
      return ComparedValue(swift: "$0.\(name)") { $0[keyPath: keyPath] }.condition(
        Sign(comparator), .constant(value), predicate)
    }
    ordered = OrderedField(name, keyPath, value: searched)
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
    (save, merging) = ({ try $0.save(only: keyPath) }, { .merge(keyPath) })
    picks = Self.picking(keyPath) { Self.isSame($0, $1) }
    condition = { comparator, number, naive in
      let value = value(number, naive)
      let sign = value == nil || comparator == .isIn ? (comparator == .unequal ? .unequal : .equal) : Sign(comparator)
      let predicate =
        switch (sign, value) {
        case (.less, let value?): keyPath < value
        case (.greaterOrEqual, let value?): keyPath >= value
        case (.unequal, _): keyPath != value
        default: keyPath == value
        }
      return ComparedValue(swift: "$0.\(name)") { $0[keyPath: keyPath] }.condition(sign, .constant(value), predicate)
    }
    ordered = OrderedField(name, keyPath, value: value)
  }

  private static func picking<Value>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable, isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> @Sendable (Finder<Record>, Record?) -> Bool {
    { finder, record in
      let (value, pair) = (finder.pick(keyPath), finder.pick(\.id, keyPath))
      guard let record else { return value == nil && pair == nil }
      guard let value, let pair else { return false }
      let expected = record[keyPath: keyPath]
      return isSame(value, expected) && pair.0 == record.id && isSame(pair.1, expected)
    }
  }

  private static func isSame<Value: Equatable>(_ first: Value, _ second: Value) -> Bool {
    if let first = first as? Double, let second = second as? Double { return first.isSame(as: second) }
    if let first = first as? String, let second = second as? String { return first.isSame(as: second) }
    return first == second
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
