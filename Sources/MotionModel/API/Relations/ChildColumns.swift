/// The records at the other end of a relation, in a predicate or an order: `$0.todos` in `Project.where { $0.todos.count > 3 }`.
///
/// ```swift
/// Project.where { $0.todos.any { $0.priority > 2 } }
/// Project.where { $0.todos.none { $0.isDone == false } }
/// Project.where { $0.todos.where { $0.isDone == true }.count > 3 }
/// Project.order(by: { $0.todos.sum(\.hours) }, .descending)
/// ```
///
/// - Complexity: One pass over the records at the other end that meet the condition, or a look into an index, and for each
///   record that is tested O(1) and the number of records that belong to it. Never the one times the other.
public struct ChildColumns<Record: Model, Target: Model>: Sendable {
  let route: Route
  var filter = PredicateNode.constant(true)

  /// Only those of the records that meet a predicate.
  public func `where`(_ predicate: (Columns<Target>) -> RecordPredicate<Target>) -> ChildColumns {
    var columns = self
    columns.filter = filter && predicate(Columns()).node
    return columns
  }

  // MARK: - Whether there are some

  /// There is one at least.
  public var exists: RecordPredicate<Record> { RecordPredicate(route.hasAny(filter)) }

  /// There is none.
  public var isEmpty: RecordPredicate<Record> { !exists }

  /// One of the records, at least, meets a predicate.
  public func any(_ predicate: (Columns<Target>) -> RecordPredicate<Target>) -> RecordPredicate<Record> {
    self.where(predicate).exists
  }

  /// None of the records meets a predicate.
  public func none(_ predicate: (Columns<Target>) -> RecordPredicate<Target>) -> RecordPredicate<Record> {
    !any(predicate)
  }

  /// All of the records meet a predicate; so do those of a record that has none.
  public func all(_ predicate: (Columns<Target>) -> RecordPredicate<Target>) -> RecordPredicate<Record> {
    none { !predicate($0) }
  }

  // MARK: - Numbers

  /// How many there are.
  public var count: RelatedValue<Record, Int> {
    value("count") { rows, _ in rows.count }
  }

  /// The sum of a property's values; zero when there is none.
  public func sum<Value: SummableValue>(_ property: any KeyPath<Target, Value> & Sendable) -> RelatedValue<
    Record, Value
  > {
    accumulate("sum", property, Summing())
  }

  /// The sum of the values that are there.
  public func sum<Value: SummableValue>(_ property: any KeyPath<Target, Value?> & Sendable) -> RelatedValue<
    Record, Value
  > {
    accumulate("sum", property, PresentValues(Summing()))
  }

  /// The arithmetic mean of a property's values; nil when there is none.
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> RelatedValue<Record, Value.Average?> {
    accumulate("average", property, Averaging())
  }

  /// The arithmetic mean of the values that are there; nil when there is none.
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Target, Value?> & Sendable
  ) -> RelatedValue<Record, Value.Average?> {
    accumulate("average", property, PresentValues(Averaging()))
  }

  /// The least of a property's values; nil when there is none.
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> RelatedValue<Record, Value?> {
    accumulate("minimum", property, Minimum())
  }

  /// The least of the values that are there; nil when there is none.
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value?> & Sendable
  ) -> RelatedValue<Record, Value?> {
    accumulate("minimum", property, PresentValues(Minimum()))
  }

  /// The greatest of a property's values; nil when there is none.
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> RelatedValue<Record, Value?> {
    accumulate("maximum", property, Maximum())
  }

  /// The greatest of the values that are there; nil when there is none.
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value?> & Sendable
  ) -> RelatedValue<Record, Value?> {
    accumulate("maximum", property, PresentValues(Maximum()))
  }

  private func name(_ property: AnyKeyPath) -> String {
    (property as? PartialKeyPath<Target>).flatMap { ColumnReference(declared: $0)?.name } ?? "\(property)"
  }

  private func accumulate<Value, Values: Accumulator<Value>>(
    _ word: String, _ property: any KeyPath<Target, Value> & Sendable, _ initial: Values
  ) -> RelatedValue<Record, Values.Result> where Values.Result: ColumnValue {
    let reader = PropertyReader(property)
    return value("\(word) of \(name(property))") { rows, table in
      var values = initial
      rows.forEach { values.add(reader.value(in: table.rows.address(at: $0))) }
      return values.result
    }
  }

  private func value<Value: ColumnValue>(
    _ name: String, _ value: @escaping @Sendable (RowSet, TableVersion) -> Value
  ) -> RelatedValue<Record, Value> {
    let (route, filter) = (route, filter)
    let some = if case .constant(true) = filter { "" } else { " where \(filter)" }
    return RelatedValue(description: "\(name) of \(Target.schema.modelName)\(some)") { tables in
      let reader = RouteReader(route, where: filter, in: tables)
      return { value(reader.rows(of: $0), reader.table) }
    }
  }
}
