/// How much an ``UndoHistory`` or a ``StoreHistory`` keeps before it forgets the oldest.
public enum HistoryLimit: Sendable, Hashable {
  /// So many steps or commits.
  case count(Int)
  /// As many as take so many bytes, estimated as `Changeset.estimatedBytes` says.
  case bytes(Int)

  /// How many of the oldest have to go.
  func excess(of sizes: some BidirectionalCollection<Int>) -> Int {
    switch self {
    case .count(let limit): return max(0, sizes.count - limit)
    case .bytes(let limit):
      var total = 0
      let kept = sizes.reversed().prefix { size in
        total += size
        return total <= limit
      }
      return sizes.count - kept.count
    }
  }
}
