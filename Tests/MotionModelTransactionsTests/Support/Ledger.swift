import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions

/// A record with indexes, a version, and hooks that log what they see.
struct Entry: Model, Equatable {
  var id = 0
  var name = ""
  var amount = 0
  var version = 0

  static let schema = Schema<Entry> {
    Column(\.name, .unique)
    Column(\.amount, .indexed)
    LockVersion(\.version)
  }

  static let hooks: Hooks<Entry> = [
    .beforeSave("names") { entry, context in
      if entry.name == "halt" { throw context.halt("The name is not allowed.") }
      if entry.name == "pair" {
        try context.store.transaction { transaction in
          _ = try Entry.create { $0.name = "partner" }
          transaction.rollback()
          _ = try Entry.create { $0.name = "other partner" }
        }
      }
      log.add("save \(entry.name)\(context.isPreview ? " in a preview" : "")")
    },
    .afterCommit { change, _ in log.add("committed \(change.kind) \((change.new ?? change.old)?.name ?? "")") },
    .afterRollback { change, _ in log.add("undone \(change.kind) \((change.new ?? change.old)?.name ?? "")") },
  ]

  @TaskLocal static var log = Collector<String>()

  init() {}
  init(_ name: String, _ amount: Int = 0) { (self.name, self.amount) = (name, amount) }

  static var names: [String] { pluck(\.name) }
}

struct Stop: Error, Equatable {}

/// Returns the log of the hooks that ran during `body`.
func logged(_ body: () throws -> Void) rethrows -> [String] {
  let log = Collector<String>()
  try Entry.$log.withValue(log, operation: body)
  return log.values
}
