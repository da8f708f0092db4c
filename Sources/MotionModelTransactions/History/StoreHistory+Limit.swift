extension StoreHistory {
  /// How much an ``UndoHistory`` or a ``StoreHistory`` keeps before it drops the oldest step or commit.
  public enum Limit: Sendable, Hashable {
    /// A number of steps or commits.
    case count(Int)
    /// A number of bytes, estimated as for `Changeset.estimatedBytes`.
    case bytes(Int)

    /// Returns how many of the oldest steps or commits exceed the limit.
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
}
