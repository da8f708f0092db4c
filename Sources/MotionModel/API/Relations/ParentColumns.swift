/// The related record of a relation to one, in a predicate: `$0.project` in
/// `Todo.where { $0.project.name == "House" }`.
///
/// A condition on a column requires that the related record exists. A record without one meets neither
/// `$0.project.name == "House"` nor `$0.project.name != "House"`.
///
/// - Complexity: One pass over the related model, or a lookup in an index of the column, and O(1) for each record
///   that is tested. If few parents meet the condition, only their children are tested.
@dynamicMemberLookup
public struct ParentColumns<Record: Model, Target: Model>: Sendable {
  let route: Route

  /// Not available: the compiler chooses it for a misspelled name, so that its message names the mistake.
  @available(*, unavailable, message: "the model has no property or relation of this name")
  public subscript(dynamicMember name: String) -> NoSuchProperty { NoSuchProperty.refuse() }

  /// A column of the related record.
  public subscript<Value: Sendable>(
    dynamicMember keyPath: any KeyPath<Target, Value> & Sendable
  ) -> RelatedColumn<Record, Target, Value> {
    RelatedColumn(route: route, column: ColumnTerm(keyPath))
  }

  /// The parent of the related record, or the one record that belongs to it: `$0.project.owner.name`.
  public subscript<Kind: RelationKind>(
    dynamicMember relation: any KeyPath<Target.Relations, Relation<Target, Kind>> & Sendable
  ) -> ParentColumns<Record, Kind.Target> where Kind.Related == Kind.Target? {
    ParentColumns<Record, Kind.Target>(route: route + Target.relations[keyPath: relation].core.scopedLegs)
  }

  /// The records that belong to the related record: `$0.project.todos.count`.
  public subscript<Next: Model>(
    dynamicMember relation: any KeyPath<Target.Relations, Relation<Target, ToMany<Next>>> & Sendable
  ) -> ChildColumns<Record, Next> {
    ChildColumns<Record, Next>(route: route + Target.relations[keyPath: relation].core.scopedLegs)
  }

  /// The related record exists.
  public var exists: RecordPredicate<Record> { RecordPredicate(route.hasAny(.constant(true))) }

  /// The related record does not exist: the key is empty, or no stored record has it as its id.
  public var isMissing: RecordPredicate<Record> { !exists }

  /// The related record meets a predicate: `$0.project.matches { $0.name == "House" && $0.priority > 2 }`.
  public func matches<Condition: BooleanOperand>(_ condition: (Columns<Target>) -> Condition) -> RecordPredicate<Record>
  where Condition.Source == Target {
    RecordPredicate(route.hasAny(condition(Columns()).isTrue.node))
  }
}

/// A column of the related record of a relation to one, in a predicate: `$0.project.name`.
///
/// It has Swift's comparison operators and, from ``ColumnTests``, named methods for these and more.
public struct RelatedColumn<Owner: Model, Record: Model, Value: Sendable>: ColumnTests {
  let route: Route
  /// The column.
  public let column: ColumnTerm<Record, Value>

  /// Returns the predicate that the related record meets `predicate`.
  public func outcome(of predicate: RecordPredicate<Record>) -> RecordPredicate<Owner> {
    RecordPredicate(route.hasAny(predicate.node))
  }
}

extension RelatedColumn where Value: Equatable {
  /// The column's value equals another: `$0.project.name == "House"`.
  public static func == (column: Self, value: Value) -> RecordPredicate<Owner> { column.eq(value) }

  /// The column's value differs from another.
  public static func != (column: Self, value: Value) -> RecordPredicate<Owner> { column.ne(value) }
}

extension RelatedColumn where Value: ColumnValue {
  /// The column's value is less than another.
  public static func < (column: Self, value: Value) -> RecordPredicate<Owner> { column.lt(value) }

  /// The column's value is less than or equal to another.
  public static func <= (column: Self, value: Value) -> RecordPredicate<Owner> { column.lte(value) }

  /// The column's value is greater than another.
  public static func > (column: Self, value: Value) -> RecordPredicate<Owner> { column.gt(value) }

  /// The column's value is greater than or equal to another.
  public static func >= (column: Self, value: Value) -> RecordPredicate<Owner> { column.gte(value) }
}

extension Route {
  static func + (route: Route, legs: [Leg]) -> Route { Route(legs: route.legs + legs) }
}
