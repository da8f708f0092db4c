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
    fold("sum of \(name(property))", property, Value.zero) { $0 += $1 }
  }

  /// The sum of the values that are there.
  public func sum<Value: SummableValue>(_ property: any KeyPath<Target, Value?> & Sendable) -> RelatedValue<
    Record, Value
  > {
    fold("sum of \(name(property))", property, Value.zero) { if let value = $1 { $0 += value } }
  }

  /// The arithmetic mean of a property's values; nil when there is none.
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> RelatedValue<Record, Value.Average?> {
    fold("average of \(name(property))", property, Averaging<Value.Average>()) {
      $0.add($1)
    } result: {
      $0.result
    }
  }

  /// The least of a property's values; nil when there is none.
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> RelatedValue<Record, Value?> {
    fold("minimum of \(name(property))", property, Value?.none) { best, value in
      if isNaN(value) { return }
      if best.map({ Value.precedes(value, $0) }) ?? true { best = value }
    }
  }

  /// The greatest of a property's values; nil when there is none.
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Target, Value> & Sendable
  ) -> RelatedValue<Record, Value?> {
    fold("maximum of \(name(property))", property, Value?.none) { best, value in
      if isNaN(value) { return }
      if best.map({ Value.precedes($0, value) }) ?? true { best = value }
    }
  }

  private func name(_ property: AnyKeyPath) -> String {
    (property as? PartialKeyPath<Target>).flatMap { ColumnReference(declared: $0)?.name } ?? "\(property)"
  }

  private func fold<Value, Result: ColumnValue>(
    _ name: String, _ property: any KeyPath<Target, Value> & Sendable, _ start: Result,
    _ add: @escaping @Sendable (inout Result, Value) -> Void
  ) -> RelatedValue<Record, Result> {
    fold(name, property, start, add) { $0 }
  }

  private func fold<Value, State: Sendable, Result: ColumnValue>(
    _ name: String, _ property: any KeyPath<Target, Value> & Sendable, _ start: State,
    _ add: @escaping @Sendable (inout State, Value) -> Void, result: @escaping @Sendable (State) -> Result
  ) -> RelatedValue<Record, Result> {
    let reader = PropertyReader(property)
    return value(name) { rows, table in
      var state = start
      rows.forEach { add(&state, reader.value(in: table.rows.address(at: $0))) }
      return result(state)
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
