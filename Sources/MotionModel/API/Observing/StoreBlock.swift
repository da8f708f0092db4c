/// A block of code in which something is different for one store and the calling task.
final class StoreBlock: Sendable {
  /// What is different.
  enum Kind {
    /// Commits are not told.
    case silenced
    /// Commits are told together at the end.
    case coalesced
    /// Timestamps that records bring are kept.
    case keepsTimestamps
  }

  /// What holds for the calling task in one store, by all blocks that it is in.
  struct Manner {
    var isSilenced = false
    var keepsTimestamps = false
    /// The outermost block that tells commits at its end.
    var collector: StoreBlock?
  }

  @TaskLocal private static var current: StoreBlock?

  private let store: Store
  private let kind: Kind
  private let outer: StoreBlock?

  /// A block inside the current ones.
  init(_ kind: Kind, in store: Store) {
    (self.store, self.kind, outer) = (store, kind, Self.current)
  }

  /// What holds for the calling task in a store.
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
    let outcome = Self.$current.withValue(self) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  /// Runs an asynchronous `body` in the block.
  func run<Result>(isolation: isolated (any Actor)?, _ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body, isolation: isolation)
  }
}
