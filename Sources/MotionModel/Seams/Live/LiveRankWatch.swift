/// Says whether the changes of a commit concern an order by ranks that was computed before.
///
/// A rank depends on all rows of the table, but on most of them by their number and length alone. One row more or less
/// is nothing to these, so the order stays as it is until a hundredth of the rows was written.
struct LiveRankWatch: Sendable {
  /// The part of the rows that is written before ranks are computed again.
  static let share = 100

  private let kernel: Kernel
  private let influences: [@Sendable (Row?, Row?) -> RankInfluence]

  /// - Returns: nil for a query without ranks.
  init?(_ query: Query, of layout: TableLayout) {
    let (ranks, tests) = (query.order.compactMap(\.rowRank), query.predicate.foreignTests)
    if ranks.isEmpty { return nil }
    influences = ranks.flatMap { rank in tests.compactMap { rank.influence(of: $0) } }
    kernel = query.predicate.kernel()
  }

  /// Returns how many changes of a commit concern the ranks slightly; nil if one concerns them directly, or there are
  /// too many.
  ///
  /// It runs while the next commit waits, so no more rows are looked at than may change.
  func drift(_ parts: [LivePart], atMost limit: Int) -> Int? {
    let changes = parts.reduce(0) { $0 + $1.count }
    if changes > limit { return nil }
    var drift = 0
    for change in parts.lazy.flatMap(\.changes) {
      switch influence(change.old?.row, change.new?.row) {
      case .none: break
      case .slight: drift += 1
      case .direct: return nil
      }
    }
    return drift
  }

  private func influence(_ old: Row?, _ new: Row?) -> RankInfluence {
    if [old, new].contains(where: { $0.map(matches) == true }) { return .direct }
    var most = RankInfluence.none
    for influence in influences {
      switch influence(old, new) {
      case .none: break
      case .slight: most = .slight
      case .direct: return .direct
      }
    }
    return most
  }

  private func matches(_ row: Row) -> Bool { row.passes(kernel) }
}
