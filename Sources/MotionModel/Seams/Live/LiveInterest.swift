/// What a view wants to be shown: changes to one table whose rows, before or after the change, may meet a condition.
package struct LiveInterest: Sendable {
  /// The table; nil for all tables.
  let layout: TableLayout?
  /// The regions of the table that concern the view.
  let regions: LiveRegions

  /// All commits, for a view with unknown dependencies. The view is shown no changes.
  package static let any = LiveInterest(nil, .all)

  /// Whether it concerns all commits.
  var isAny: Bool { layout == nil }

  private init(_ layout: TableLayout?, _ regions: LiveRegions) { (self.layout, self.regions) = (layout, regions) }

  /// The changes to a table after or before which a row meets a condition, or more; see ``PredicateNode/liveRegions``.
  init(_ layout: TableLayout, where predicate: PredicateNode) { self.init(layout, predicate.liveRegions) }

  /// The changes to the rows of a table whose value in a column has a hash.
  init(_ layout: TableLayout, where column: ColumnReference, hash: UInt64) {
    self.init(layout, .one(.hash(column, hash)))
  }
}

/// The interests of a view, of which there is usually one.
package struct LiveInterests: Sendable {
  package let first: LiveInterest
  package let others: [LiveInterest]

  package init(_ first: LiveInterest, _ others: [LiveInterest] = []) { (self.first, self.others) = (first, others) }

  /// All commits; see ``LiveInterest/any``.
  package static let any = LiveInterests(.any)

  /// All of them, in the order of their numbers.
  package var all: [LiveInterest] { [first] + others }
}

/// Regions of a table, of which there is usually one.
enum LiveRegions: Sendable {
  /// The whole table.
  case all
  case one(LiveRegion)
  /// Several, or none.
  case some([LiveRegion])

  /// The regions; nil for the whole table.
  fileprivate var list: [LiveRegion]? {
    switch self {
    case .all: nil
    case .one(let region): [region]
    case .some(let regions): regions
    }
  }
}

/// A region of a table, given by values in one column: where the rows are that can meet a condition.
enum LiveRegion: Sendable {
  /// Those whose value has a hash; see ``ColumnOperations/hash``.
  case hash(ColumnReference, UInt64)
  /// Those without a value.
  case missing(ColumnReference)
  /// Those whose value has a key in a range; see ``SortKey``.
  case keys(ColumnReference, ClosedRange<UInt64>)

  /// The region of the rows whose value equals another; nil when no value equals that.
  static func equal(_ column: ColumnReference, _ value: any Sendable) -> LiveRegion? {
    if column.operations.isOptional, (value as? any OptionalDocument)?.isNil == true { return .missing(column) }
    return column.operations.key(value).map { .hash(column, $0.hash) }
  }

  /// How many rows are in it, roughly and relative to other regions.
  fileprivate var breadth: UInt64 {
    switch self {
    case .hash(let column, _): column.operations.columnType.breadth
    case .missing: 1 << 20
    case .keys(_, let keys): keys.lowerBound > 0 && keys.upperBound < .max ? 1 << 30 : UInt64(1) << 40
    }
  }
}

extension ColumnType {
  /// How many rows have one value of the type, as ``LiveRegion/breadth``: half of all, if there are two values.
  fileprivate var breadth: UInt64 {
    switch self {
    case .bool: UInt64(1) << 35
    case .enumeration: 1 << 10
    default: 1
    }
  }
}

extension PredicateNode {
  /// The regions of all rows that can meet the predicate.
  ///
  /// Of conditions joined by *and*, the most selective decides: an equality, else a short list, else a range with two
  /// ends. Conditions joined by *or* have a region each, maybe in several columns.
  var liveRegions: LiveRegions {
    switch self {
    case .constant(false): .some([])
    case .comparison(let test) where test.column.operations.bytes != nil:
      Self.regions(test.column, test.comparison, test.operand)
    case .membership(let column, let operands) where column.operations.bytes != nil:
      .some(column.operations.keys(operands).compactMap { $0.map { .hash(column, $0.hash) } })
    case .isNil(let column) where column.operations.bytes != nil: .one(.missing(column))
    case .and(let nodes): Self.fewest(of: nodes.compactMap(\.liveRegions.list))
    case .or(let nodes): Self.regions(ofAny: nodes)
    default: .all
    }
  }

  private static func regions(
    _ column: ColumnReference, _ comparison: ComparisonOperator, _ operand: any Sendable
  ) -> LiveRegions {
    let region: LiveRegion?
    switch comparison {
    case .equal: region = LiveRegion.equal(column, operand)
    case .notEqual: return .all
    case .less, .lessOrEqual: region = column.operations.bound(operand).map { .keys(column, 0...$0.keys.lowerBound) }
    case .greater, .greaterOrEqual:
      region = column.operations.bound(operand).map { .keys(column, $0.keys.lowerBound...UInt64.max) }
    }
    return region.map { .one($0) } ?? .some([])
  }

  private static func regions(ofAny nodes: PredicateGroup) -> LiveRegions {
    var all: [LiveRegion] = []
    for node in nodes {
      guard let regions = node.liveRegions.list else { return .all }
      all += regions
    }
    return .some(all)
  }

  /// Returns the regions of the condition that picks fewest rows.
  private static func fewest(of conditions: [[LiveRegion]]) -> LiveRegions {
    (conditions + intersections(of: conditions)).min { breadth($0) < breadth($1) }.map { .some($0) } ?? .all
  }

  private static func breadth(_ regions: [LiveRegion]) -> UInt64 {
    regions.reduce(0) { $0 &+ $1.breadth }
  }

  /// Returns, for each column with several ranges, the range that all of them have in common.
  private static func intersections(of conditions: [[LiveRegion]]) -> [[LiveRegion]] {
    var common: [(column: ColumnReference, keys: ClosedRange<UInt64>?)] = []
    for case .keys(let column, let keys)? in conditions.lazy.map({ $0.count == 1 ? $0[0] : nil }) {
      if let index = common.firstIndex(where: { $0.column.isSame(as: column) }) {
        common[index].keys = common[index].keys.flatMap { $0.overlaps(keys) ? $0.clamped(to: keys) : nil }
      } else {
        common.append((column, keys))
      }
    }
    return common.map { column, keys in keys.map { [.keys(column, $0)] } ?? [] }
  }
}
