extension Store {
  /// How many operations with hooks are nested around the calling task.
  package var hookDepth: Int { transaction?.hookDepth ?? 0 }
}

extension Lifecycle {
  /// How deep operations with hooks may be nested.
  static var depth: Int { 32 }

  /// Runs `body`, which runs hooks; throws if too many operations with hooks are nested.
  func inHooks(_ body: () throws -> Void) throws {
    guard let transaction = transaction ?? store.transaction else { return try body() }
    if !transaction.enterHooks(limit: Self.depth) {
      throw StoreError.endlessHooks(model: layout.name, depth: Self.depth)
    }
    defer { transaction.leaveHooks() }
    return try body()
  }
}
