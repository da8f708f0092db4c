/// A block of code with a setting for one store and the calling task.
final class StoreBlock: Sendable {
  /// The setting.
  enum Kind {
    /// Observers are not notified of commits.
    case silenced
    /// Observers are notified of all commits together at the end.
    case coalesced
    /// Timestamps that records have are kept.
    case keepsTimestamps
  }

  /// The settings of the calling task for one store, combined from all blocks that it is inside.
  struct Manner {
    var isSilenced = false
    var keepsTimestamps = false
    /// The outermost coalesced block, which notifies observers at its end.
    var collector: StoreBlock?
  }

  @TaskLocal private static var current: StoreBlock?

  private let store: Store
  private let kind: Kind
  private let outer: StoreBlock?

  /// Creates a block inside the current ones.
  init(_ kind: Kind, in store: Store) {
    (self.store, self.kind, outer) = (store, kind, Self.current)
  }

  /// Returns the settings of the calling task for a store.
  static func manner(in store: Store) -> Manner {
    var manner = Manner()
    var block = current
    while let here = block {
      if here.store === store { here.add(to: &manner) }
      block = here.outer
    }
    return manner
  }

  private func add(to manner: inout Manner) {
    switch kind {
    case .silenced: manner.isSilenced = true
    case .coalesced: manner.collector = self
    case .keepsTimestamps: manner.keepsTimestamps = true
    }
  }

  /// Runs `body` in the block.
  func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try Self.$current.with(self, body)
  }

  /// Runs an asynchronous `body` in the block.
  func run<Result>(isolation: isolated (any Actor)?, _ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body, isolation: isolation)
  }
}
