/// Sets a column in a row to the value that it has by the tables, or by the row itself.
///
/// It throws if the value does not fit the column.
typealias ColumnSetter = @Sendable (_ row: UnsafeMutableRawPointer) throws(StoreError) -> Void

/// A column that the store keeps up: a count, a sum or another value of related records, or a value of the other columns
/// of the same record.
///
/// The value is read from the tables and set whenever it may have changed; no difference is added to what was there. So
/// it is right whatever it was before, and every way of writing keeps it up alike.
struct MaintainedColumn: Sendable {
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
  var isUnaffected: @Sendable (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool = { _, _ in true }
  /// Whether two changes of the column add up when changesets are merged, as those of a number of children do.
  var addsUp = false
  /// The indexes of the children from which the value is read.
  var indexes: @Sendable () -> [IndexDefinition] = { [] }
  /// Returns what sets the column, for a version of the tables.
  let setter: @Sendable (Tables) -> ColumnSetter

  /// Whether the value in a row differs from the one that it has by the tables.
  func isWrong(_ row: UnsafeRawPointer, _ set: ColumnSetter) throws(StoreError) -> Bool {
    let layout = owner()
    var isWrong = false
    try layout.memory.withCopy(of: row) { copy throws(StoreError) in
      try set(copy)
      isWrong = !layout.isSame(row, UnsafeRawPointer(copy), in: number())
    }
    return isWrong
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
