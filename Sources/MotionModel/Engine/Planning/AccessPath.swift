/// A way to the rows that meet some conditions, better than looking at all.
///
/// It is a class so that weighing ways and handing on the best costs one reference count and not one for each part.
final class AccessPath {
  /// How many rows it gives, at most.
  let count: Int
  /// Whether there are exactly so many.
  let isCountExact: Bool
  /// How many rows it probably gives.
  let estimate: Int
  /// What it costs to come by the rows, where 1 is what a scan takes to test one.
  let effort: Double
  /// Which of the conditions all rows meet that it gives.
  let decided: ConjunctSet
  /// The other conditions, which have to be tested on the rows that it gives.
  let remaining: [PredicateNode]
  /// What it looks up, for a plan to tell.
  let source: Source
  /// The rows.
  let rows: () -> RowSet

  /// A way by what an index, or whatever else is looked up, says of the conditions.
  init(_ answer: IndexAnswer, of conjuncts: [PredicateNode], _ source: Source) {
    (count, isCountExact, estimate, decided) = (answer.count, answer.isCountExact, answer.count, answer.decided)
    effort = answer.effort * Double(answer.count)
    remaining = answer.decided.others(of: conjuncts)
    (self.source, rows) = (source, answer.rows)
  }

  /// A way by what two others know.
  ///
  /// - Parameter size: How many rows the table has.
  init(_ first: AccessPath, and second: AccessPath, of conjuncts: [PredicateNode], size: Int) {
    (count, isCountExact) = (min(first.count, second.count), false)
    estimate = Int(Double(first.estimate) * Double(second.estimate) / Double(max(1, size)))
    effort = first.effort + second.effort + Self.intersectionEffort
    decided = first.decided.union(second.decided)
    remaining = decided.others(of: conjuncts)
    source = .all(first.source.parts + second.source.parts)
    rows = {
      var rows = first.rows()
      rows.formIntersection(second.rows())
      return rows
    }
  }

  /// What it costs to begin an intersection.
  private static let intersectionEffort = 256.0

  /// What it costs in all.
  var cost: Double {
    // Rows that an index gives lie here and there, and each test of them costs more than in a scan.
    effort + (remaining.isEmpty ? 0.1 : 2 * PredicateNode.effort(of: remaining)) * Double(estimate)
  }
}

extension AccessPath {
  /// What is looked up.
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
