import Synchronization

extension Store {
  /// Runs a call that writes several records one after the other as a transaction, and checks the values of unique
  /// columns at its end. Rules that compare its records run then, too.
  func inCall<Result>(_ body: () throws -> Result) throws -> Result {
    try inTransaction {
      guard let transaction, case (true, let outer) = transaction.beginCall() else { return try body() }
      openCalls.add(1, ordering: .relaxed)
      let result = Swift.Result { try body() }
      openCalls.subtract(1, ordering: .relaxed)
      let checks = transaction.endCall(outer)
      do {
        let value = try result.get()
        // Of two records with equal values, the later one is refused, as by successive saves.
        for check in checks.reversed() { try check() }
        try checkUniqueness(of: transaction.changeset, in: transaction)
        return value
      } catch let error as StoreError {
        throw transaction.state.withLock { $0.forgetting(error) }
      }
    }
  }

  /// Whether a write of the calling task belongs to a call that is checked at its end.
  var defersUniqueness: Bool {
    openCalls.load(ordering: .relaxed) > 0 && transaction?.defersUniqueness == true
  }

  /// Throws when a record that was changed has the values of another one in unique columns.
  private func checkUniqueness(of changes: Changeset, in transaction: OpenTransaction) throws(StoreError) {
    for part in changes.parts {
      guard let version = transaction.version(part.layout), version.hasUniqueIndex else { continue }
      for entry in part.entries.reversed() {
        guard let row = entry.new.map(part.address), let error = refusal(of: row, in: version) else { continue }
        let id = part.layout.id.text(row)
        throw transaction.state.withLock { $0.placed(error, part.layout.name, id) }
      }
    }
  }
}
