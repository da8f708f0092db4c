import MotionModel

/// One call of a factory, which may call other factories for related records.
struct FactoryRun {
  /// How many factories may be at work one inside the other. A longer chain is most likely one without end.
  static let limit = 50

  let store: Store
  /// How many factories are at work around this one.
  private let depth: Int

  private init(store: Store, depth: Int) { (self.store, self.depth) = (store, depth) }

  /// Runs `body` in one transaction of a store, which is the store in use meanwhile.
  static func inTransaction<Result>(of store: Store, _ body: (FactoryRun) throws -> Result) throws -> Result {
    try Store.with(store) {
      try store.inTransaction { try body(FactoryRun(store: store, depth: 0)) }
    }
  }

  /// Returns the run of a factory for the relatives of a record.
  ///
  /// - Throws: ``FactoryError/endless(model:)`` when too many factories are at work.
  func deeper(for model: any Model.Type) throws(FactoryError) -> FactoryRun {
    if depth == Self.limit { throw .endless(model: model.modelName) }
    return FactoryRun(store: store, depth: depth + 1)
  }
}
