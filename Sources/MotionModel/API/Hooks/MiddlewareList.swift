import Synchronization

/// The middleware of a store, which every write reads.
final class MiddlewareList: Sendable {
  private let pieces = Locked<[LabelledMiddleware]>([])
  /// The number of pieces, so that no lock is needed to see that there are none.
  private let count = Atomic<Int>(0)

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }
  var list: [LabelledMiddleware] { pieces.withLock { $0 } }

  func add(_ piece: LabelledMiddleware) {
    pieces.withLock {
      $0.append(piece)
      count.store($0.count, ordering: .releasing)
    }
  }
}
