/// Something that follows the commits of a store: a live result, a live count.
///
/// A view is shown each commit that can concern it, in order, and says whether it changed. Those who listen to it are
/// told later, when no lock is held.
///
/// ```
/// store.open(view, interests)   // the view reads the tables, and misses no commit from then on
/// view.take(…)                  // for each commit that meets one of its interests
/// view.tell(in:)                // when the commit is notified, if take returned true
/// store.close(view)
/// ```
package protocol LiveView: AnyObject, Sendable {
  /// Takes the changes of a commit that meet the view's interests. It runs on the committing thread while other writers
  /// wait, so it must be quick, run no code of the program's, and neither use nor keep the store or the tables.
  ///
  /// - Returns: Whether somebody is to be told.
  func take(_ parts: [LivePart], of commit: LiveCommit) -> Bool

  /// Tells those who listen. It runs on the committing thread, and no lock is held. It may be called by several threads
  /// at once, and once for several commits.
  func tell(in store: Store)

  /// Takes note that the store is freed, so that there are no more commits.
  func end()
}

/// What a view wants to be shown: changes to one table whose rows, before or after the change, may meet a condition.
package struct LiveInterest: Sendable {
  /// Which rows of the table concern a view.
  enum Scope: Sendable {
    /// All of them.
    case all
    /// None of them.
    case nothing
    /// Those whose value in a column has one of some hashes; see ``ColumnOperations/hash``.
    case hashes(ColumnReference, [UInt64])
    /// Those whose value in a column has a key in a range; see ``SortKey``.
    case keys(ColumnReference, ClosedRange<UInt64>)
  }

  /// The table; nil for all tables.
  let layout: TableLayout?
  let scope: Scope

  /// All commits, for a view that cannot say what it depends on. It is shown no changes.
  package static let any = LiveInterest(nil, .all)

  private init(_ layout: TableLayout?, _ scope: Scope) { (self.layout, self.scope) = (layout, scope) }

  /// All changes to a table.
  init(_ layout: TableLayout) { self.init(layout, .all) }

  /// The changes to a table after or before which a row meets a condition, or more. The condition that picks fewest rows
  /// decides: an equality, else a list, else a range.
  init(_ layout: TableLayout, where predicate: PredicateNode) {
    self.layout = layout
    scope =
      predicate.conjuncts.compactMap(\.liveScope).min { $0.breadth < $1.breadth } ?? .all
  }
}

extension LiveInterest.Scope {
  fileprivate var breadth: Int {
    switch self {
    case .nothing: 0
    case .hashes(_, let hashes): hashes.count
    case .keys: .max - 1
    case .all: .max
    }
  }
}

extension PredicateNode {
  /// The rows that can meet the predicate; nil when they are not known by one column.
  fileprivate var liveScope: LiveInterest.Scope? {
    switch self {
    case .constant(false): .nothing
    case .comparison(let column, let comparison, let operand) where column.operations.bytes != nil:
      switch comparison {
      case .equal: column.operations.key(operand).map { .hashes(column, [$0.hash]) } ?? .nothing
      case .notEqual: nil
      case .less, .lessOrEqual: .keys(column, upTo: operand)
      case .greater, .greaterOrEqual: .keys(column, from: operand)
      }
    case .membership(let column, let operands) where column.operations.bytes != nil:
      .hashes(column, column.operations.keys(operands).compactMap { $0?.hash })
    default: nil
    }
  }
}

extension LiveInterest.Scope {
  fileprivate static func keys(_ column: ColumnReference, upTo operand: any Sendable) -> Self {
    column.operations.bound(operand).map { .keys(column, 0...$0.key) } ?? .nothing
  }

  fileprivate static func keys(_ column: ColumnReference, from operand: any Sendable) -> Self {
    column.operations.bound(operand).map { .keys(column, $0.key...UInt64.max) } ?? .nothing
  }
}
