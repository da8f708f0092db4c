/// Rows of another table on which a condition or a value of a row depends: those to which some keys lead from the row.
///
/// When one of them changes, the rows that depend on it are found by following the keys back.
struct RelatedDependency: Sendable {
  /// The keys, in the order in which they are followed.
  let steps: [Route.Step]
  /// The condition on the rows at the end. Others do not matter.
  let condition: PredicateNode
  /// Whether only the existence of such a row matters, not its other values.
  let isExistence: Bool
  /// The only other column whose value matters; nil when any column may.
  var column: ColumnOperations?

  /// The table of the rows at the end.
  var layout: TableLayout { steps[steps.count - 1].target }

  /// Returns the dependency of rows from which `first` leads to the rows with this dependency.
  func behind(_ first: [Route.Step]) -> RelatedDependency {
    RelatedDependency(steps: first + steps, condition: condition, isExistence: isExistence, column: column)
  }

  /// Returns the dependencies of a value that is computed from the rows at the end of a route; nil when conditions on
  /// the route are code.
  ///
  /// - Parameter column: The only column from which it is computed; nil when it may be several.
  static func along(
    _ route: Route, where filter: PredicateNode, reading column: ColumnReference? = nil
  ) -> [RelatedDependency]? {
    var (all, steps) = ([RelatedDependency](), [Route.Step]())
    for (index, leg) in route.legs.enumerated() {
      let isLast = index == route.legs.count - 1
      let condition = isLast ? leg.conditions && filter : leg.conditions
      guard let inner = condition.dependencies else { return nil }
      let column = isLast ? column : route.legs[index + 1].steps[0].keyColumn
      switch leg {
      case .step(let step):
        all.append(
          RelatedDependency(
            steps: steps + [step], condition: condition, isExistence: false, column: column?.operations))
      case .choice(let choice):
        guard let own = choice.dependencies() else { return nil }
        all += own.map { $0.behind(steps) }
      }
      steps += leg.steps
      all += inner.map { $0.behind(steps) }
    }
    return all
  }

  // MARK: - Changes

  /// Returns a test whether a change to a row at the end leaves all rows that depend on it as they were.
  var isIrrelevant: (_ old: Row?, _ new: Row?) -> Bool {
    if condition.isRelated { return { _, _ in false } }
    let isMet = condition.rowTest
    let last = steps[steps.count - 1]
    let key = last.direction == .toChildren ? last.link.column.operations : nil
    // Of several children, the first one may be meant, which may be another when a row moves.
    let column = last.direction == .toParent ? column : nil
    return { old, new in
      let (before, after) = (old.map(isMet) ?? false, new.map(isMet) ?? false)
      if !before && !after { return true }
      guard isExistence || column != nil, before == after, let old, let new else { return false }
      return (key?.isEqual(old, new) ?? true) && (column?.isSame(old, new) ?? true)
    }
  }

  /// Returns the positions of the rows that lead to a row of the table at the end.
  func rows(leadingTo row: Row, in tables: Tables) -> RowSet {
    RouteReader(ignoringConditions: steps.reversed().map { .step($0.reversed) }, in: tables).rows(of: row)
  }
}

extension PredicateNode {
  /// The rows of other tables on which the predicate depends; nil when it depends on code, which may look at anything.
  var dependencies: [RelatedDependency]? {
    switch self {
    case .constant, .found: []
    case .comparison, .membership, .isNil, .text, .element: hasCode ? nil : []
    case .foreign(let test): test.hasCode ? nil : []
    case .code(let test): test.isOfStoredColumns ? [] : nil
    case .related(let test): test.dependencies
    case .and(let nodes), .or(let nodes):
      nodes.reduce([]) { all, node in node.dependencies.flatMap { all?.appending($0) } }
    case .not(let node): node.dependencies
    }
  }
}

extension Array {
  fileprivate func appending(_ others: [Element]) -> [Element] { self + others }
}

extension PredicateNode {
  /// Tests a row. The predicate needs no other tables.
  var rowTest: @Sendable (Row) -> Bool {
    if isAlwaysTrue { return { _ in true } }
    let kernel = kernel()
    return { $0.passes(kernel) }
  }
}

extension TableVersion {
  /// Returns the test of rows by their positions whether they meet a condition that needs no other table.
  func test(_ condition: PredicateNode) -> @Sendable (Int) -> Bool {
    let (kernel, isAlwaysTrue) = (condition.kernel(), condition.isAlwaysTrue)
    return { isAlwaysTrue || self.rows[$0].passes(kernel) }
  }
}
