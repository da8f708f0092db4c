/// One table of a transaction, with its pending changes if there are any. A record can be found by its id without
/// applying these changes, which would copy the rows around them.
@usableFromInline struct TransactionTable {
  @usableFromInline let version: TableVersion
  /// The pending changes, which own the changed rows; nil if there are none.
  let changes: ChangesetPart?
  /// How many records are changed.
  @usableFromInline let count: Int

  /// - Parameter changes: The pending changes; nil if there are none.
  init(_ version: TableVersion, without changes: ChangesetPart?) {
    (self.version, self.changes) = (version, changes)
    count = changes?.count ?? 0
  }

  /// Returns a changed row: the row after the change; if the change deletes it, the row before.
  @usableFromInline func row(_ number: Int) -> (row: Row, isDeleted: Bool) {
    guard let changes else { preconditionFailure("no change is pending") }
    let entry = changes.entries[number]
    return (changes.address(entry.row), entry.kind == .delete)
  }
}
