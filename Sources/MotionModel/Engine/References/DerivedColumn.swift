/// Sets a column in a row to the value that it has by the tables, or by the row itself.
///
/// It throws if the value does not fit the column.
typealias ColumnSetter = @Sendable (_ row: MutableRow) throws(StoreError) -> Void

/// Sets a column in a row to the value that it has by the tables, and by changes to the children that were not applied
/// to them.
///
/// It throws if the value does not fit the column, and returns false if the value is unknown; the row is then
/// unchanged. It has one step, not two as ``ColumnSetter`` has, because a closure would be allocated for few rows.
typealias PendingSetter =
  @Sendable (Tables, _ children: ChangesetPart, _ row: MutableRow) throws(StoreError) -> Bool

/// A column that the store maintains: a count, a sum or another value of related records, or a value of the other
/// columns of the same record.
///
/// The value is computed from the tables and set whenever it may have changed; no difference is added to the earlier
/// value. So it is right even if the earlier value was wrong, and every way of writing maintains it alike. Children
/// that an adapter keeps and a transaction has not loaded count together, by ``ChildFacts``: there, a wrong value stays
/// wrong until it is rebuilt.
///
/// A class, so that passing it on counts one reference, not the references of all its closures.
final class DerivedColumn: Sendable {
  /// How long a chain of columns may be that follow from each other. Circles that a schema does not show end here.
  static let maximumChain = 1000

  /// What a value follows from.
  enum Source: Sendable {
    /// The records that have the key of this one.
    case children(Link)
    /// The records at the end of a route.
    case route(RouteSource)
    /// The other columns of the record.
    case own
  }

  let source: Source
  /// The model of the column, and its number in that model's schema.
  let owner: @Sendable () -> TableLayout
  let number: @Sendable () -> Int
  /// The columns of related records from which the value follows, by their models and numbers, to find circles.
  let inputs: @Sendable () -> [ColumnPlace]
  /// Whether a change of a child that keeps its key leaves the value as it is.
  let isUnaffected: @Sendable (_ old: Row, _ new: Row) -> Bool
  /// Whether two changes of the column add up when changesets are merged, as those of a number of children do.
  let addsUp: Bool
  /// The indexes of the children from which the value is read.
  let indexes: @Sendable () -> [IndexDefinition]
  /// The facts about children that are enough where an adapter keeps them; nil if the children have to be read.
  let facts: ChildFacts?
  /// Returns what sets the column, for a version of the tables.
  let setter: @Sendable (Tables) -> ColumnSetter
  /// Sets the column in a row by a version of the tables, and by changes to the children that were not applied to it.
  let setBeside: PendingSetter

  init(
    source: Source, owner: @escaping @Sendable () -> TableLayout, number: @escaping @Sendable () -> Int,
    inputs: @escaping @Sendable () -> [ColumnPlace],
    isUnaffected: @escaping @Sendable (Row, Row) -> Bool = { _, _ in true }, addsUp: Bool = false,
    indexes: @escaping @Sendable () -> [IndexDefinition] = { [] }, facts: ChildFacts? = nil,
    setter: @escaping @Sendable (Tables) -> ColumnSetter, setBeside: @escaping PendingSetter = { _, _, _ in false }
  ) {
    (self.source, self.owner, self.number, self.inputs) = (source, owner, number, inputs)
    (self.isUnaffected, self.addsUp, self.indexes) = (isUnaffected, addsUp, indexes)
    (self.facts, self.setter, self.setBeside) = (facts, setter, setBeside)
  }
}

/// The records at the end of a route, from which a value follows.
struct RouteSource: Sendable {
  /// The tables on the way.
  let layouts: @Sendable () -> [TableLayout]
  let dependencies: @Sendable () -> [RelatedDependency]
  /// Whether the route begins with a key of the record itself, so that it leads elsewhere when the record changes.
  let startsWithKey: Bool
}

/// A column of a model.
struct ColumnPlace: Hashable, Sendable {
  let slot: Int
  let number: Int
}
