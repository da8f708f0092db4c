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
    /// Records of some models are not touched.
    case untouched(Untouched)
  }

  /// The settings of the calling task for one store, combined from all blocks that it is inside.
  struct Settings {
    var isSilenced = false
    var keepsTimestamps = false
    /// The models whose records are not touched.
    var untouched = Untouched.none
    /// The outermost coalesced block, which notifies observers at its end.
    var collector: StoreBlock?
  }

  private let store: Store
  private let kind: Kind

  init(_ kind: Kind, in store: Store) { (self.kind, self.store) = (kind, store) }

  /// Returns the settings of the calling task for a store.
  static func settings(in store: Store) -> Settings { StoreContext.current.settings(in: store) }

  /// Adds the setting of this block, if it is one for a store.
  func add(to settings: inout Settings, in store: Store) {
    if self.store !== store { return }
    switch kind {
    case .silenced: settings.isSilenced = true
    case .coalesced: settings.collector = self
    case .keepsTimestamps: settings.keepsTimestamps = true
    case .untouched(let models): settings.untouched.formUnion(models)
    }
  }

  /// Runs `body` in the block.
  func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try StoreContext.$current.with(StoreContext(self), body)
  }

  /// Runs an asynchronous `body` in the block.
  func run<Result>(isolation: isolated (any Actor)?, _ body: () async throws -> Result) async rethrows -> Result {
    try await StoreContext.$current.withValue(StoreContext(self), operation: body, isolation: isolation)
  }
}
