/// Follows a route from rows to the rows that are related to them, in one version of the tables.
///
/// - Complexity: Following one row costs O(1) for each step, and the number of rows that are found.
struct RouteReader: Sendable {
  private struct Stage: Sendable {
    let operations: LinkOperations
    let direction: Route.Step.Direction
    /// The table that the stage leads to.
    let table: TableVersion
    /// Finds children by their parent's id.
    let index: HashIndex?
    /// The rows that meet the conditions; nil when all do.
    let kept: RowMap?
    /// Tests the rows instead, where only few are looked at.
    let test: (@Sendable (Int) -> Bool)?
  }

  private let stages: [Stage]

  /// Creates a reader of one step that ignores the step's conditions.
  init(_ step: Route.Step, in tables: Tables) { stages = [Self.stage(step, .constant(true), in: tables)] }

  /// - Parameter filter: A condition on the rows at the end, besides the route's own conditions.
  init(_ route: Route, where filter: PredicateNode, in tables: Tables) {
    stages = route.steps.enumerated().map { number, step in
      Self.stage(step, number == route.steps.count - 1 ? step.conditions && filter : step.conditions, in: tables)
    }
  }

  private static func stage(_ step: Route.Step, _ filter: PredicateNode, in tables: Tables) -> Stage {
    let table = tables.version(step.target)
    var (kept, test) = (RowMap?.none, (@Sendable (Int) -> Bool)?.none)
    if !filter.isAlwaysTrue {
      let filter = filter.resolved(in: tables)
      if tables.isForFewRows { test = table.test(filter) } else { kept = RowMap(Selection(table, where: filter)) }
    }
    return Stage(
      operations: step.link.operations, direction: step.direction, table: table,
      index: step.direction == .toChildren ? table.index(of: step.link.column) : nil, kept: kept, test: test)
  }

  /// The table that the route leads to.
  var table: TableVersion { stages[stages.count - 1].table }

  /// Returns the rows that a row leads to.
  func rows(of row: UnsafeRawPointer) -> RowSet {
    var found = rows(of: row, stages[0])
    for index in stages.indices.dropFirst() {
      let start = stages[index - 1].table
      var next = RowSet()
      found.forEach { next.formUnion(rows(of: start.rows.address(at: $0), stages[index])) }
      found = next
    }
    return found
  }

  /// Returns the rows that some rows of the first table lead to. The reader must have one step.
  func rows(of starts: RowMap) -> RowSet {
    var found = RowSet()
    starts.forEach { found.formUnion(rows(of: $0, stages[0])) }
    return found
  }

  /// Returns whether a row leads to one of some rows of the last table. The reader must have one step.
  func leads(from row: UnsafeRawPointer, into rows: RowMap) -> Bool {
    let stage = stages[0]
    switch stage.direction {
    case .toParent: return stage.operations.parentPosition(row, stage.table).map(rows.contains) ?? false
    case .toChildren: return rows.intersects(children(of: row, stage))
    }
  }

  private func rows(of row: UnsafeRawPointer, _ stage: Stage) -> RowSet {
    switch stage.direction {
    case .toParent:
      guard let position = stage.operations.parentPosition(row, stage.table) else { return RowSet() }
      let isKept = (stage.kept?.contains(position) ?? true) && (stage.test?(position) ?? true)
      return isKept ? RowSet(position) : RowSet()
    case .toChildren:
      let children = children(of: row, stage)
      if let test = stage.test { return children.filtered(by: test) }
      return stage.kept?.intersection(children) ?? children
    }
  }

  private func children(of row: UnsafeRawPointer, _ stage: Stage) -> RowSet {
    guard let index = stage.index, let hash = stage.operations.childHash(row) else { return RowSet() }
    return index.rows(with: IndexKey(hash: hash) { stage.operations.hasID($0, row) }, in: stage.table.rows)
  }
}

extension TableVersion {
  /// Returns the index of a column: the existing one, or a temporary one.
  fileprivate func index(of column: ColumnReference) -> HashIndex {
    for index in indexes {
      if let index = index as? HashIndex, index.definition.findsAll(by: column.name) { return index }
    }
    var index = HashIndex(.hash([column]), KeyOperations([column.operations]))
    index.insert(contentsOf: positions, in: rows)
    return index
  }
}
