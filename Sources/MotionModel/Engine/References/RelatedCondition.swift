/// A test that needs other tables, and is resolved once these are known.
protocol RelatedTest: Sendable, CustomStringConvertible {
  /// Returns this test with all that it needs of other tables looked up.
  func resolved(in tables: Tables) -> PredicateNode
  /// The rows of other tables on which the test depends; nil when it depends on code, which may look at anything.
  var dependencies: [RelatedDependency]? { get }
  /// Returns whether both are the same test. Closures are equal to copies of themselves only.
  func isEqual(to other: any RelatedTest) -> Bool
}

/// The test whether a record is related, by one leg of a route, to a record that meets a condition.
///
/// First the records that meet the condition are found, in one pass; then each tested record costs one lookup in
/// an index. If few records meet the condition, the keys are followed back from them, and only the records found
/// that way are tested.
struct RelatedCondition: RelatedTest {
  let leg: Route.Leg
  let target: PredicateNode

  var dependencies: [RelatedDependency]? {
    guard let inner = target.dependencies?.map({ $0.behind(leg.steps) }) else { return nil }
    switch leg {
    case .step(let step): return [RelatedDependency(steps: [step], condition: target, isExistence: true)] + inner
    case .choice(let choice): return choice.dependencies().map { $0 + inner }
    }
  }

  func resolved(in tables: Tables) -> PredicateNode {
    if tables.isForFewRows { return tested(in: tables) }
    let found = RowMap(Selection(tables.version(leg.target), where: target.resolved(in: tables)))
    let reader = RouteReader(ignoringConditions: [leg], in: tables)
    let kernel: Kernel = { base, stride, rows in
      rows.filter { reader.leads(from: Row(base + $0 &* stride), into: found) }
    }
    let back = RouteReader(ignoringConditions: leg.reversedSteps.map(Route.Leg.step), in: tables)
    return .found(FoundRows(description: description, kernel: kernel, limit: found.count * 4) { back.rows(of: found) })
  }

  /// Returns the test of single rows, which follows the leg from each of them.
  private func tested(in tables: Tables) -> PredicateNode {
    let reader = RouteReader(ignoringConditions: [leg], in: tables)
    let isMet = reader.table.test(target.resolved(in: tables))
    return .code(description) { base, stride, rows in
      rows.filter { reader.rows(of: Row(base + $0 &* stride)).contains(where: isMet) }
    }
  }

  var description: String {
    let name = leg.target.name
    if case .constant(true) = target { return "has \(name)" }
    return "has \(name) where \(target)"
  }
}

/// A resolved test of related records.
struct FoundRows: Sendable {
  let description: String
  let kernel: Kernel
  /// An estimate of how many rows pass, by which a plan is chosen; nil when `rows` must not be used for it.
  let limit: Int?
  /// The rows that may pass.
  let rows: @Sendable () -> RowSet
}

extension PredicateNode {
  /// Whether a part of the predicate needs other tables.
  var isRelated: Bool {
    switch self {
    case .related: true
    case .and(let nodes), .or(let nodes): nodes.contains(where: \.isRelated)
    case .not(let node): node.isRelated
    case .constant, .comparison, .membership, .isNil, .text, .element, .foreign, .code, .found: false
    }
  }

  /// Returns this predicate with all that it needs of other tables looked up.
  func resolved(in tables: Tables) -> PredicateNode {
    mapLeaves { if case .related(let test) = $0 { test.resolved(in: tables) } else { $0 } }
  }
}
