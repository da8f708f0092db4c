/// A way to the rows that meet some conditions, better than looking at all.
struct AccessPath {
  /// How many rows it gives, at most.
  let count: Int
  /// Whether there are exactly so many.
  let isCountExact: Bool
  /// How many rows it probably gives.
  let estimate: Int
  /// What it costs to come by the rows, where 1 is what a scan takes to test one.
  let effort: Double
  /// What has to be tested on the rows that it gives.
  let remaining: [PredicateNode]
  /// What it looks up, for a plan to tell.
  let source: Source
  /// The rows.
  let rows: () -> RowSet

  /// What it costs to begin an intersection.
  private static let intersectionEffort = 256.0

  /// What it costs in all.
  var cost: Double {
    // Rows that an index gives lie here and there, and each test of them costs more than in a scan.
    effort + (remaining.isEmpty ? 0.1 : 2 * PredicateNode.effort(of: remaining)) * Double(estimate)
  }

  /// The same with what another one knows.
  ///
  /// - Parameters:
  ///   - other: The other one.
  ///   - remaining: What neither of the two decides.
  ///   - size: How many rows the table has.
  func intersected(with other: AccessPath, remaining: [PredicateNode], of size: Int) -> AccessPath {
    let (first, second) = (rows, other.rows)
    return AccessPath(
      count: min(count, other.count), isCountExact: false,
      estimate: Int(Double(estimate) * Double(other.estimate) / Double(max(1, size))),
      effort: effort + other.effort + Self.intersectionEffort,
      remaining: remaining, source: .all(source.parts + other.source.parts)
    ) {
      var rows = first()
      rows.formIntersection(second())
      return rows
    }
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
