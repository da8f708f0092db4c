/// Collects the records that a migration refuses, while it is tried.
///
/// It is a class because it is noted in the content that the migration changes, which is a value.
final class RowRefusals: Sendable {
  private let list = Locked<[RefusedRow]>([])

  var all: [RefusedRow] { list.withLock { $0 } }

  func note(_ error: MigrationError, id: AttributeValue?) {
    list.withLock { $0.append(RefusedRow(model: error.model ?? "", row: error.row ?? 0, id: id, reason: error.reason)) }
  }
}
