import MotionModel

/// The latest finders that were slower than a limit.
final class SlowFinders: Sendable {
  /// How many are kept.
  static let limit = 100
  private let list = Locked([String]())

  func add(_ text: String) {
    list.withLock { list in
      if list.count == Self.limit { list.removeFirst() }
      list.append(text)
    }
  }

  /// The sentences, the latest first.
  var all: [String] { list.withLock { $0.reversed() } }
}
