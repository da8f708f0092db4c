/// The related records of a relation to many, in a predicate or an order: `$0.todos` in
/// `Project.where { $0.todos.count > 3 }`.
///
/// ```swift
/// Project.where { $0.todos.any { $0.priority > 2 } }
/// Project.where { $0.todos.none { $0.isDone == false } }
/// Project.where { $0.todos.where { $0.isDone == true }.count > 3 }
/// Project.order(by: { $0.todos.sum(\.hours) }, .descending)
/// ```
///
/// - Complexity: One pass over the related model's records that meet the condition, or an index lookup; then O(1)
///   and the number of related records for each record that is tested. Never the product of both.
public struct ChildColumns<Record: Model, Target: Model>: Sendable {
  let route: Route
  var filter = PredicateNode.constant(true)

  /// Restricts the related records to those that meet a predicate.
  public func `where`<Condition: BooleanOperand>(_ condition: (Columns<Target>) -> Condition) -> ChildColumns
  where Condition.Source == Target {
    var columns = self
    columns.filter = filter && condition(Columns()).isTrue.node
    return columns
  }

  // MARK: - Existence

  /// At least one related record exists.
  public var exists: RecordPredicate<Record> { RecordPredicate(route.hasAny(filter)) }

  /// No related record exists.
  public var isEmpty: RecordPredicate<Record> { !exists }

  /// At least one related record meets a predicate.
  public func any<Condition: BooleanOperand>(_ condition: (Columns<Target>) -> Condition) -> RecordPredicate<Record>
  where Condition.Source == Target {
    self.where(condition).exists
  }

  /// No related record meets a predicate.
  public func none<Condition: BooleanOperand>(_ condition: (Columns<Target>) -> Condition) -> RecordPredicate<Record>
  where Condition.Source == Target {
    !any(condition)
  }

  /// All related records meet a predicate; also true of a record without related records.
  public func all<Condition: BooleanOperand>(_ condition: (Columns<Target>) -> Condition) -> RecordPredicate<Record>
  where Condition.Source == Target {
    none { !condition($0).isTrue }
  }

  // MARK: - Aggregates

  /// The number of related records.
  public var count: ComputedValue<Record, Int> {
    value("count", counting: CountedRecords(route: route, filter: filter)) { rows, _ in rows.count }
  }

  /// The sum of a property's values that are not nil; zero when there are none.
  public func sum<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> ComputedValue<Record, Value.Unwrapped> where Value.Unwrapped: SummableValue {
    accumulate("sum", property, PresentValues(Summing()))
  }

  /// The arithmetic mean of a property's values that are not nil; nil when there are none.
  public func average<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> ComputedValue<Record, Value.Unwrapped.Average?> where Value.Unwrapped: SummableValue {
    accumulate("average", property, PresentValues(Averaging()))
  }

  /// The least of a property's values that are neither nil nor NaN; nil when there is none.
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> ComputedValue<Record, Value.Unwrapped?> {
    accumulate("minimum", property, PresentValues(Minimum()))
  }

  /// The greatest of a property's values that are neither nil nor NaN; nil when there is none.
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> ComputedValue<Record, Value.Unwrapped?> {
    accumulate("maximum", property, PresentValues(Maximum()))
  }

  private func name(_ property: AnyKeyPath) -> String {
    (property as? PartialKeyPath<Target>).flatMap { ColumnReference(declared: $0)?.name } ?? "\(property)"
  }

  private func accumulate<Value, Values: Accumulator<Value>>(
    _ word: String, _ property: any KeyPath<Target, Value> & Sendable, _ initial: Values
  ) -> ComputedValue<Record, Values.Result> where Values.Result: ColumnValue {
    let reader = PropertyReader(property)
    return value("\(word) of \(name(property))", isStored: reader.stored != nil) { rows, table in
      var values = initial
      rows.forEach { values.add(reader.value(in: table.rows[$0])) }
      return values.result
    }
  }

  private func value<Value: ColumnValue>(
    _ name: String, isStored: Bool = true, counting counted: CountedRecords? = nil,
    _ value: @escaping @Sendable (RowSet, TableVersion) -> Value
  ) -> ComputedValue<Record, Value> {
    let (route, filter) = (route, filter)
    let some = if case .constant(true) = filter { "" } else { " where \(filter)" }
    return ComputedValue(related: "\(name) of \(Target.schema.modelName)\(some)", counting: counted) {
      isStored ? RelatedDependency.along(route, where: filter) : nil
    } _: { tables in
      let reader = RouteReader(route, where: filter, in: tables)
      return { value(reader.rows(of: $0), reader.table) }
    }
  }
}
