/// Collects the records that a migration refuses, while it is tried.
///
/// A class, because the content that the migration changes is a value and refers to it.
final class RowRefusals: Sendable {
  private let list = Locked<[RefusedRow]>([])

  var all: [RefusedRow] { list.withLock { $0 } }

  func note(_ error: MigrationError, id: AttributeValue?) {
    list.withLock { $0.append(RefusedRow(model: error.model ?? "", row: error.row ?? 0, id: id, reason: error.reason)) }
  }
}
