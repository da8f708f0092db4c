/// The choice of one of the records that a route leads to: the first in an order, as reading the relation gives it.
struct RouteChoice: Sendable {
  /// The relation that chooses.
  let relation: ObjectIdentifier
  /// The route to the records of which one is chosen.
  let candidates: Route
  /// The model where the route begins.
  let start: @Sendable () -> TableLayout
  /// The conditions on the candidates, and their order.
  let query: @Sendable () -> Query
  /// Returns a closure that finds the position of the record that is chosen for a row; nil where there is none.
  let reader: @Sendable (Tables) -> @Sendable (Row) -> Int?
  /// Returns the rows on which the choice depends; nil when it depends on code.
  let dependencies: @Sendable () -> [RelatedDependency]?
  /// A further condition on the record that was chosen.
  var condition: (@Sendable () -> PredicateNode)?
}

/// The test whether a record is chosen by a record that meets a condition.
///
/// The choices of all records that meet the condition are made first; then each tested record costs one lookup.
struct ChosenCondition: RelatedTest {
  let choice: RouteChoice
  let start: PredicateNode

  private var leg: Route.Leg { .choice(choice) }

  var dependencies: [RelatedDependency]? {
    let back = leg.reversedSteps
    return start.dependencies.flatMap { inner in
      choice.dependencies().map { own in
        [RelatedDependency(steps: back, condition: start, isExistence: true)]
          + (inner + own).map { $0.behind(back) }
      }
    }
  }

  func resolved(in tables: Tables) -> PredicateNode {
    let first = choice.reader(tables)
    var chosen = RowSet()
    Selection(tables.version(choice.start()), where: start.resolved(in: tables)).forEach { row, _ in
      if let position = first(row) { chosen.insert(position) }
    }
    let (rows, table) = (chosen, tables.version(leg.target))
    let kernel: Kernel = { base, stride, mask in
      mask.filter { table.position(of: Row(base + $0 &* stride)).map(rows.contains) ?? false }
    }
    return .found(FoundRows(description: description, kernel: kernel, limit: rows.count) { rows })
  }

  var description: String {
    let name = choice.start().name
    return start.isAlwaysTrue ? "is that of \(name)" : "is that of \(name) where \(start)"
  }

  func isEqual(to other: any RelatedTest) -> Bool {
    guard let other = other as? ChosenCondition else { return false }
    return leg.isSame(as: .choice(other.choice)) && start.isSame(as: other.start, countingCopies: true)
  }
}

extension Route.Leg {
  /// Returns whether two legs lead to the same records.
  func isSame(as other: Route.Leg) -> Bool {
    guard conditions.isSame(as: other.conditions, countingCopies: true) else { return false }
    switch (self, other) {
    case (.step(let step), .step(let other)): return step.link === other.link && step.direction == other.direction
    case (.choice(let choice), .choice(let other)): return choice.relation == other.relation
    case (.step, .choice), (.choice, .step): return false
    }
  }
}
