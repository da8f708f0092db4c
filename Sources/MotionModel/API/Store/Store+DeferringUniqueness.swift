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
      let value = try result.get()
      // Of two records with equal values, the later one is refused, as by successive saves.
      for check in checks.reversed() { try check() }
      try checkUniqueness(of: transaction.changeset, in: transaction)
      return value
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
      for entry in part.entries {
        guard let row = entry.new.map(part.address), let error = refusal(of: row, in: version) else { continue }
        throw error.forgetting(part)
      }
    }
  }
}

extension StoreError {
  /// Removes the id of a record that a part inserts, and that is not stored in the end.
  fileprivate func forgetting(_ part: ChangesetPart) -> StoreError {
    guard case .notUnique(let model, let columns, let id?, _) = self else { return self }
    let isNew = part.entries.contains { $0.kind == .insert && part.layout.id.text(part.address($0.row)) == id }
    return isNew ? .notUnique(model: model, columns: columns, id: nil) : self
  }
}
