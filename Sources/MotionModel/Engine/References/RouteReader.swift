/// Follows a route from rows to the rows that are related to them, in one version of the tables.
///
/// - Complexity: Following one row costs O(1) for each step, and the number of rows that are found.
struct RouteReader: Sendable {
  private enum Lead: Sendable {
    case toParent(LinkOperations)
    /// To the children, which the index finds by their parent's id.
    case toChildren(LinkOperations, HashIndex)
    case toChosen(@Sendable (Row) -> Int?)
  }

  private struct Stage: Sendable {
    let lead: Lead
    /// The table that the stage leads to.
    let table: TableVersion
    /// The rows that meet the conditions; nil when all do.
    let kept: RowMap?
    /// Tests the rows instead, where only few are looked at.
    let test: (@Sendable (Int) -> Bool)?
  }

  private let stages: [Stage]

  /// Creates a reader of one step that ignores the step's conditions.
  init(_ step: Route.Step, in tables: Tables) { self.init(ignoringConditions: [.step(step)], in: tables) }

  /// Creates a reader of some legs that ignores their conditions.
  init(ignoringConditions legs: [Route.Leg], in tables: Tables) {
    stages = legs.map { Self.stage($0, .constant(true), in: tables) }
  }

  /// - Parameter filter: A condition on the rows at the end, besides the route's own conditions.
  init(_ route: Route, where filter: PredicateNode, in tables: Tables) {
    stages = route.legs.enumerated().map { number, leg in
      Self.stage(leg, number == route.legs.count - 1 ? leg.conditions && filter : leg.conditions, in: tables)
    }
  }

  /// Creates a reader of the records that are chosen for rows, by their positions in a table.
  init(chosenIn table: TableVersion, _ position: @escaping @Sendable (Row) -> Int?) {
    stages = [Stage(lead: .toChosen(position), table: table, kept: nil, test: nil)]
  }

  /// Creates a reader of several routes, each of which begins where the one before ends.
  init(joining readers: [RouteReader]) { stages = readers.flatMap(\.stages) }

  private static func stage(_ leg: Route.Leg, _ filter: PredicateNode, in tables: Tables) -> Stage {
    let table = tables.version(leg.target)
    var (kept, test) = (RowMap?.none, (@Sendable (Int) -> Bool)?.none)
    if !filter.isAlwaysTrue {
      let filter = filter.resolved(in: tables)
      if tables.isForFewRows { test = table.test(filter) } else { kept = RowMap(Selection(table, where: filter)) }
    }
    return Stage(lead: lead(leg, to: table, in: tables), table: table, kept: kept, test: test)
  }

  private static func lead(_ leg: Route.Leg, to table: TableVersion, in tables: Tables) -> Lead {
    switch leg {
    case .choice(let choice): return .toChosen(choice.reader(tables))
    case .step(let step):
      let operations = step.link.operations
      if step.direction == .toParent { return .toParent(operations) }
      return .toChildren(operations, table.index(of: step.link.column))
    }
  }

  /// The table that the route leads to.
  var table: TableVersion { stages[stages.count - 1].table }

  /// Returns the rows that a row leads to.
  func rows(of row: Row) -> RowSet {
    var found = rows(of: row, stages[0])
    for index in stages.indices.dropFirst() {
      let start = stages[index - 1].table
      var next = RowSet()
      found.forEach { next.formUnion(rows(of: start.rows[$0], stages[index])) }
      found = next
    }
    return found
  }

  /// Returns how many rows a row leads to.
  func count(of row: Row) -> Int {
    let stage = stages[0]
    guard case .toChildren(let operations, let index) = stage.lead, stages.count == 1, stage.kept == nil,
      stage.test == nil
    else { return rows(of: row).count }
    return Self.children(of: row, operations, index, stage.table).count
  }

  /// Returns the rows that some rows of the first table lead to.
  func rows(of starts: [Row]) -> RowSet { starts.reduce(into: RowSet()) { $0.formUnion(rows(of: $1)) } }

  /// Returns the rows that some rows of the first table lead to.
  func rows(of starts: RowMap) -> RowSet {
    var found = RowSet()
    starts.forEach { found.formUnion(rows(of: $0)) }
    return found
  }

  /// Returns whether a row leads to one of some rows of the last table. The reader must have one stage without
  /// conditions.
  func leads(from row: Row, into rows: RowMap) -> Bool {
    let stage = stages[0]
    switch stage.lead {
    case .toParent(let operations): return operations.parentPosition(row, stage.table).map(rows.contains) ?? false
    case .toChildren(let operations, let index):
      return rows.intersects(Self.children(of: row, operations, index, stage.table).rows)
    case .toChosen(let position): return position(row).map(rows.contains) ?? false
    }
  }

  private func rows(of row: Row, _ stage: Stage) -> RowSet {
    switch stage.lead {
    case .toParent(let operations): return Self.single(operations.parentPosition(row, stage.table), stage)
    case .toChildren(let operations, let index):
      let children = Self.children(of: row, operations, index, stage.table).rows
      if let test = stage.test { return children.filtered(by: test) }
      return stage.kept?.intersection(children) ?? children
    case .toChosen(let position): return Self.single(position(row), stage)
    }
  }

  private static func single(_ position: Int?, _ stage: Stage) -> RowSet {
    guard let position, stage.kept?.contains(position) ?? true, stage.test?(position) ?? true else { return RowSet() }
    return RowSet(position)
  }

  private static func children(
    of row: Row, _ operations: LinkOperations, _ index: HashIndex, _ table: TableVersion
  ) -> HashIndex.Entry {
    guard let hash = operations.childHash(row) else { return HashIndex.Entry() }
    return index.entry(hash: hash, in: table) { operations.hasID($0, row) }
  }
}

extension TableVersion {
  /// Returns the index of a column: the existing one, or a temporary one.
  fileprivate func index(of column: ColumnReference) -> HashIndex {
    if let index = madeIndex(where: { $0.findsAll(by: column.name) }) as? HashIndex { return index }
    var index = HashIndex(.hash([column]), KeyOperations([column.operations]))
    index.insert(contentsOf: positions, in: rows)
    return index
  }
}
