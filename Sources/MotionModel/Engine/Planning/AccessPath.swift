/// A way to find the rows that meet some conditions without a scan of the whole table.
///
/// A class, so that copying paths in comparisons costs one reference count, not a count for each property.
final class AccessPath {
  /// The number of rows, or an upper bound of it. For related rows, it is only an estimate.
  let count: Int
  /// Whether `count` is the exact number of rows.
  let isCountExact: Bool
  /// The estimated number of rows.
  let estimate: Int
  /// The cost of finding the rows, where 1 is what a scan takes to test one.
  let effort: Double
  /// The conditions that all of the rows meet, so that they need not be tested.
  let decided: ConjunctSet
  private let conjuncts: Conjuncts
  /// The source of the rows, for the description of a plan.
  let source: Source
  /// Finds the rows.
  let rows: () -> RowSet

  /// Creates a path from the answer of an index or of another source.
  init(_ answer: IndexAnswer, of conjuncts: Conjuncts, _ source: Source) {
    (count, isCountExact, estimate, decided) = (answer.count, answer.isCountExact, answer.count, answer.decided)
    effort = answer.effort * Double(answer.count)
    (self.conjuncts, self.source, rows) = (conjuncts, source, answer.rows)
  }

  /// Creates a path to the rows that two other paths have in common. The estimate takes the paths' conditions to be
  /// independent.
  ///
  /// - Parameter size: The number of rows in the table.
  init(_ first: AccessPath, and second: AccessPath, of conjuncts: Conjuncts, size: Int) {
    (count, isCountExact) = (min(first.count, second.count), false)
    estimate = Int(Double(first.estimate) * Double(second.estimate) / Double(max(1, size)))
    effort = first.effort + second.effort + Self.intersectionEffort
    decided = first.decided.union(second.decided)
    self.conjuncts = conjuncts
    source = .all(first.source.parts + second.source.parts)
    rows = {
      var rows = first.rows()
      rows.formIntersection(second.rows())
      return rows
    }
  }

  /// The fixed cost of an intersection.
  private static let intersectionEffort = 256.0

  /// The conditions that are not decided, which have to be tested on each of the rows.
  var remaining: [PredicateNode] { decided.others(of: conjuncts.nodes) }

  /// Whether nothing has to be tested on the rows.
  var isDecided: Bool { decided.count == conjuncts.nodes.count }

  /// The total cost: of finding the rows, and of testing them.
  var cost: Double {
    // The rows of an index are scattered over the table, so testing one costs more than in a scan.
    effort + (isDecided ? 0.1 : 2 * conjuncts.effort(without: decided)) * Double(estimate)
  }
}

extension AccessPath {
  /// The source of the rows.
  enum Source {
    case nothing
    case ids
    case index(IndexDefinition, rows: Int)
    case related(FoundRows)
    case all([Source])
    case any([Source])

    fileprivate var parts: [Source] { if case .all(let parts) = self { parts } else { [self] } }
  }
}
