extension Store {
  /// How many operations with hooks are nested around the calling task.
  package var hookDepth: Int { transaction?.hookDepth ?? 0 }
}

extension Lifecycle {
  /// How deep operations with hooks may be nested.
  static var depth: Int { 32 }

  /// Runs `body`, which runs hooks; throws if too many operations with hooks are nested.
  func inHooks(_ body: () throws -> Void) throws {
    try Self.inHooks(of: layout, in: transaction ?? store.transaction, body)
  }

  /// Runs `body`, which runs hooks that a model declares, in a transaction; throws if too many operations with hooks
  /// are nested.
  static func inHooks(of layout: TableLayout, in transaction: OpenTransaction?, _ body: () throws -> Void) throws {
    guard let transaction else { return try body() }
    if !transaction.enterHooks(limit: depth) { throw StoreError.endlessHooks(model: layout.name, depth: depth) }
    defer { transaction.leaveHooks() }
    return try body()
  }
}
