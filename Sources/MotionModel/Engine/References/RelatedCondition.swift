/// A test that has to look at other tables, which it can only do once it is known what they hold.
protocol RelatedTest: Sendable, CustomStringConvertible {
  /// The same test, with all that it needs of other tables looked up.
  func resolved(in tables: Tables) -> PredicateNode
}

/// The test whether a record leads, by one key, to a record that meets a condition.
///
/// First the records that meet the condition are found, in one pass; then each record that is tested costs one look into an
/// index. Where few meet it, they are followed back to the only records that have to be tested.
struct RelatedCondition: RelatedTest {
  let step: Route.Step
  let target: PredicateNode

  func resolved(in tables: Tables) -> PredicateNode {
    let found = RowMap(Selection(tables.version(step.target), where: target.resolved(in: tables)))
    let reader = RouteReader(step, in: tables)
    let kernel: Kernel = { base, stride, rows in
      rows.filter { reader.leads(from: base + $0 &* stride, into: found) }
    }
    let back = RouteReader(step.reversed, in: tables)
    return .found(FoundRows(description: description, kernel: kernel, limit: found.count * 4) { back.rows(of: found) })
  }

  var description: String {
    let name = step.target.name
    if case .constant(true) = target { return "has \(name)" }
    return "has \(name) where \(target)"
  }
}

/// A test that was looked up in other tables.
struct FoundRows: Sendable {
  let description: String
  let kernel: Kernel
  /// A guess at how many rows pass, for the choice of an index; nil when there is none to come by them.
  let limit: Int?
  /// The rows that may pass.
  let rows: @Sendable () -> RowSet

  init(description: String, kernel: @escaping Kernel, limit: Int?, _ rows: @escaping @Sendable () -> RowSet) {
    (self.description, self.kernel, self.limit, self.rows) = (description, kernel, limit, rows)
  }
}

extension PredicateNode {
  /// Whether part of it has to be looked up in other tables.
  var isRelated: Bool {
    switch self {
    case .related: true
    case .and(let nodes), .or(let nodes): nodes.contains(where: \.isRelated)
    case .not(let node): node.isRelated
    default: false
    }
  }

  /// The same with all that it needs of other tables looked up.
  func resolved(in tables: Tables) -> PredicateNode {
    switch self {
    case .related(let test): test.resolved(in: tables)
    case .and(let nodes): .all(nodes.map { $0.resolved(in: tables) })
    case .or(let nodes): .any(nodes.map { $0.resolved(in: tables) })
    case .not(let node): !node.resolved(in: tables)
    default: self
    }
  }
}
