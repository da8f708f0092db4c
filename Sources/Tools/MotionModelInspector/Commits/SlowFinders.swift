import MotionModel

/// A log of a store's finders, with the latest that were slower than a limit.
final class SlowFinders: Sendable {
  /// How many are kept.
  static let limit = 100

  let log: FinderLog
  private let store: Store
  private let list: Locked<[String]>

  init(in store: Store, limit: Duration) {
    let list = Locked([String]())
    log = store.logFinders(keeping: 0, slowerThan: limit, repeatedMoreThan: nil) { finding in
      list.withLock { list in
        if list.count == Self.limit { list.removeFirst() }
        list.append("\(finding)")
      }
    }
    (self.store, self.list) = (store, list)
  }

  /// The sentences, the latest first.
  var all: [String] { list.withLock { $0.reversed() } }

  var advice: [FinderLog.IndexAdvice] { store.indexAdvice(from: log) }
}
