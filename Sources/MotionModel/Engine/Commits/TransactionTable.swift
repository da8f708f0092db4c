/// One table of a transaction, with its pending change if there is one. A record can be found by its id without
/// applying that change, which would copy the rows around it.
@usableFromInline
struct TransactionTable {
  @usableFromInline let version: TableVersion
  /// The owner of the changed row.
  let change: ChangesetPart?
  /// The row after the change; if the change deletes it, the row before.
  @usableFromInline let row: UnsafeRawPointer?
  @usableFromInline let isDeleted: Bool

  /// - Parameter change: The pending change; nil if there is none.
  init(_ version: TableVersion, without change: ChangesetPart?) {
    self.version = version
    self.change = change
    let entry = change?.entries.first
    row = entry.flatMap { entry in change?.address(entry.row) }
    isDeleted = entry?.kind == .delete
  }
}
