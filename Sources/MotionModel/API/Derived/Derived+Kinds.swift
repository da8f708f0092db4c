extension Derived {
  /// Declares the number of related records.
  ///
  /// ```swift
  /// Derived(\.openCount, count: \.todos, where: \.isDone == false)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: The options of the column, such as an index.
  ///   - relation: The relation to the records.
  ///   - condition: Selects records; by default, all related ones.
  public init<Kind: RelationKind>(
    _ keyPath: any WritableKeyPath<Record, Int> & Sendable, name: String? = nil, _ options: ColumnOptions = [],
    count relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    where condition: @autoclosure @escaping @Sendable () -> RecordPredicate<Kind.Target>? = nil
  ) {
    self.init(keyPath, name, options, countOf: relation, where: condition)
  }

  /// Declares the sum of a property of related records, ignoring nil; zero when there are none.
  ///
  /// ```swift
  /// Derived(\.total, sum: \.lines, \.amount)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: The options of the column, such as an index.
  ///   - relation: The relation to the records.
  ///   - property: The property of the related records.
  ///   - condition: Selects records; by default, all related ones.
  public init<Kind: RelationKind, Value: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value.Unwrapped> & Sendable, name: String? = nil,
    _ options: ColumnOptions = [], sum relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ property: any KeyPath<Kind.Target, Value> & Sendable,
    where condition: @autoclosure @escaping @Sendable () -> RecordPredicate<Kind.Target>? = nil
  ) where Value.Unwrapped: SummableValue {
    self.init(keyPath, name, options, over: relation, where: condition) { SumFold.sum(property) }
  }

  /// Declares the arithmetic mean of a property of related records, ignoring nil; nil when there are none.
  ///
  /// ```swift
  /// Derived(\.rating, average: \.reviews, \.stars)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: The options of the column, such as an index.
  ///   - relation: The relation to the records.
  ///   - property: The property of the related records.
  ///   - condition: Selects records; by default, all related ones.
  public init<Kind: RelationKind, Value: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value.Unwrapped.Average?> & Sendable, name: String? = nil,
    _ options: ColumnOptions = [], average relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ property: any KeyPath<Kind.Target, Value> & Sendable,
    where condition: @autoclosure @escaping @Sendable () -> RecordPredicate<Kind.Target>? = nil
  ) where Value.Unwrapped: SummableValue {
    self.init(keyPath, name, options, over: relation, where: condition) { SumFold.average(property) }
  }

  /// Declares the least value of a property of related records, ignoring nil and NaN; nil without any.
  ///
  /// ```swift
  /// Derived(\.cheapest, minimum: \.lines, \.amount)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: The options of the column, such as an index.
  ///   - relation: The relation to the records.
  ///   - property: The property of the related records.
  ///   - condition: Selects records; by default, all related ones.
  public init<Kind: RelationKind, Value: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value.Unwrapped?> & Sendable, name: String? = nil,
    _ options: ColumnOptions = [], minimum relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ property: any KeyPath<Kind.Target, Value> & Sendable,
    where condition: @autoclosure @escaping @Sendable () -> RecordPredicate<Kind.Target>? = nil
  ) {
    self.init(keyPath, name, options, over: relation, where: condition) { EndFold.extreme(property, isLast: false) }
  }

  /// Declares the greatest value of a property of related records, ignoring nil and NaN; nil without any.
  ///
  /// ```swift
  /// Derived(\.dearest, maximum: \.lines, \.amount)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: The options of the column, such as an index.
  ///   - relation: The relation to the records.
  ///   - property: The property of the related records.
  ///   - condition: Selects records; by default, all related ones.
  public init<Kind: RelationKind, Value: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value.Unwrapped?> & Sendable, name: String? = nil,
    _ options: ColumnOptions = [], maximum relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ property: any KeyPath<Kind.Target, Value> & Sendable,
    where condition: @autoclosure @escaping @Sendable () -> RecordPredicate<Kind.Target>? = nil
  ) {
    self.init(keyPath, name, options, over: relation, where: condition) { EndFold.extreme(property, isLast: true) }
  }

  /// Declares a property of the latest related record: the greatest by another property, and of equal ones the last
  /// inserted. Nil when there is none.
  ///
  /// ```swift
  /// Derived(\.lastAmount, latest: \.payments, \.amount, by: \.date)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: The options of the column, such as an index.
  ///   - relation: The relation to the records.
  ///   - property: The property of the related records.
  ///   - order: The property of which the greatest value decides; records without one do not count.
  ///   - condition: Selects records; by default, all related ones.
  public init<Kind: RelationKind, Value: ColumnValue, Order: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value.Unwrapped?> & Sendable, name: String? = nil,
    _ options: ColumnOptions = [], latest relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ property: any KeyPath<Kind.Target, Value> & Sendable, by order: any KeyPath<Kind.Target, Order> & Sendable,
    where condition: @autoclosure @escaping @Sendable () -> RecordPredicate<Kind.Target>? = nil
  ) {
    self.init(keyPath, name, options, over: relation, where: condition) { EndFold.latest(property, by: order) }
  }
}

// MARK: - How they are computed

extension SumFold where Values == CountedValues {
  static var count: Self { SumFold(name: "count", columns: [], initial: CountedValues()) { _ in } }
}

extension SumFold {
  fileprivate static func sum<Target: Model, Property: ColumnValue>(
    _ property: any KeyPath<Target, Property> & Sendable
  ) -> Self where Values == PresentValues<Property.Unwrapped?, ReversibleSum<Property.Unwrapped>> {
    of("sum", property, PresentValues(ReversibleSum()))
  }

  fileprivate static func average<Target: Model, Property: ColumnValue>(
    _ property: any KeyPath<Target, Property> & Sendable
  ) -> Self where Values == PresentValues<Property.Unwrapped?, ReversibleAverage<Property.Unwrapped>> {
    of("average", property, PresentValues(ReversibleAverage()))
  }

  private static func of<Target: Model, Property: ColumnValue>(
    _ word: String, _ property: any KeyPath<Target, Property> & Sendable, _ initial: Values
  ) -> Self where Values.Value == Property.Unwrapped? {
    let (column, reader) = (ColumnReference(property), PropertyReader(property))
    return SumFold(name: "\(word) of \(column.name)", columns: [column], initial: initial) {
      reader.value(in: $0).unwrapped
    }
  }
}

extension EndFold {
  fileprivate static func extreme<Target: Model>(
    _ property: any KeyPath<Target, Value> & Sendable, isLast: Bool
  ) -> Self where Result == Value.Unwrapped? {
    let (column, reader) = (ColumnReference(property), PropertyReader(property))
    return EndFold(
      name: "\(isLast ? "maximum" : "minimum") of \(column.name)", columns: [column], order: column, isLast: isLast,
      key: { reader.value(in: $0) }, read: { reader.value(in: $0).unwrapped }, none: nil)
  }

  fileprivate static func latest<Target: Model, Property: ColumnValue>(
    _ property: any KeyPath<Target, Property> & Sendable, by order: any KeyPath<Target, Value> & Sendable
  ) -> Self where Result == Property.Unwrapped? {
    let (column, reader) = (ColumnReference(property), PropertyReader(property))
    let (orderColumn, orderReader) = (ColumnReference(order), PropertyReader(order))
    return EndFold(
      name: "latest \(column.name) by \(orderColumn.name)", columns: [column, orderColumn], order: orderColumn,
      isLast: true, key: { orderReader.value(in: $0) }, read: { reader.value(in: $0).unwrapped }, none: nil)
  }
}
