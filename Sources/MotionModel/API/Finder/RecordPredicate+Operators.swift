// NB: Each operator has one pair of overloads and no more, so that long conditions type-check quickly. The methods of
// `ColumnTests` document each test.

/// A property's value equals another: `\.assignedTo == "bob"`.
@inlinable @inline(__always) public func == <Record: Model, Value: Equatable & Sendable>(
  property: any KeyPath<Record, Value> & Sendable, value: Value
) -> RecordPredicate<Record> {
  ColumnTerm(property).eq(value)
}

/// A property's value differs from another.
@inlinable @inline(__always) public func != <Record: Model, Value: Equatable & Sendable>(
  property: any KeyPath<Record, Value> & Sendable, value: Value
) -> RecordPredicate<Record> {
  ColumnTerm(property).ne(value)
}

/// A property's value is less than another.
@inlinable @inline(__always) public func < <Record: Model, Value: ColumnValue>(
  property: any KeyPath<Record, Value> & Sendable, value: Value
) -> RecordPredicate<Record> {
  ColumnTerm(property).lt(value)
}

/// A property's value is less than or equal to another.
@inlinable @inline(__always) public func <= <Record: Model, Value: ColumnValue>(
  property: any KeyPath<Record, Value> & Sendable, value: Value
) -> RecordPredicate<Record> {
  ColumnTerm(property).lte(value)
}

/// A property's value is greater than another: `\.priority > 2`.
@inlinable @inline(__always) public func > <Record: Model, Value: ColumnValue>(
  property: any KeyPath<Record, Value> & Sendable, value: Value
) -> RecordPredicate<Record> {
  ColumnTerm(property).gt(value)
}

/// A property's value is greater than or equal to another.
@inlinable @inline(__always) public func >= <Record: Model, Value: ColumnValue>(
  property: any KeyPath<Record, Value> & Sendable, value: Value
) -> RecordPredicate<Record> {
  ColumnTerm(property).gte(value)
}

extension ColumnTerm where Value: Equatable {
  /// The column's value equals another: `$0.assignedTo == "bob"`.
  @inlinable @inline(__always)
  public static func == (column: Self, value: Value) -> RecordPredicate<Record> { column.eq(value) }

  /// The column's value differs from another.
  @inlinable @inline(__always)
  public static func != (column: Self, value: Value) -> RecordPredicate<Record> { column.ne(value) }
}

extension ColumnTerm where Value: ColumnValue {
  /// The column's value is less than another.
  @inlinable @inline(__always)
  public static func < (column: Self, value: Value) -> RecordPredicate<Record> { column.lt(value) }

  /// The column's value is less than or equal to another.
  @inlinable @inline(__always)
  public static func <= (column: Self, value: Value) -> RecordPredicate<Record> { column.lte(value) }

  /// The column's value is greater than another: `$0.priority > 2`.
  @inlinable @inline(__always)
  public static func > (column: Self, value: Value) -> RecordPredicate<Record> { column.gt(value) }

  /// The column's value is greater than or equal to another.
  @inlinable @inline(__always)
  public static func >= (column: Self, value: Value) -> RecordPredicate<Record> { column.gte(value) }
}
