/// One table of a transaction, with the one change that it may not have yet: a record can be found by its id without putting that into
/// the table, which would copy the rows around it.
@usableFromInline
struct TransactionTable {
  @usableFromInline let version: TableVersion
  /// What owns the changed row.
  private let change: ChangesetPart?
  /// The row after the change or, when that deletes it, before.
  @usableFromInline let row: UnsafeRawPointer?
  @usableFromInline let isDeleted: Bool

  /// - Parameter change: Changes to one record, or none.
  init(_ version: TableVersion, without change: ChangesetPart?) {
    self.version = version
    self.change = change
    let entry = change?.entries.first
    row = entry.flatMap { entry in change?.address(entry.row) }
    isDeleted = entry?.kind == .delete
  }
}
