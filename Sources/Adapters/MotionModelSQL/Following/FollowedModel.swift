public import MotionModel

/// A model whose records a store takes over from a database, all or those that meet a condition.
///
/// ```swift
/// FollowedModel(Product.self)
/// FollowedModel(Order.self, where: \.tenant == 7)
/// ```
///
/// The records are in the memory of the store, so the model names no adapter.
public struct FollowedModel: Sendable {
  package let table: any FollowedTable

  /// Follows all records of a model.
  public init<Record: Model>(_ model: Record.Type) where Record.Adapter == ArrayAdapter {
    table = FollowedRecords<Record>(condition: nil)
  }

  /// Follows the records of a model that meet a condition. A record that stops meeting it leaves the store.
  ///
  /// The condition is tested when a record changes, so one that depends on the time, such as "the last 90 days", keeps
  /// records until they change.
  public init<Record: Model>(
    _ model: Record.Type, where condition: RecordPredicate<Record>
  ) where Record.Adapter == ArrayAdapter {
    table = FollowedRecords(condition: condition)
  }
}

/// The records of one model that a store follows.
package protocol FollowedTable: Sendable {
  /// The model as names and types.
  var form: TableForm { get }
  /// The type of the model.
  var model: any Model.Type { get }
  /// Whether only records that meet a condition are followed.
  var hasCondition: Bool { get }

  /// Returns the statement that reads the records, and maybe others, which the condition then leaves out.
  func select(from layout: SQLLayout, in dialect: SQLDialect, _ store: Store) -> SQLText

  /// Returns the changes of a transaction, of which there are none yet.
  func changes(to store: Store, in dialect: SQLDialect) -> any ReplicaChanges
}

struct FollowedRecords<Record: Model>: FollowedTable where Record.Adapter == ArrayAdapter {
  private let condition: RecordPredicate<Record>?
  /// What reads rows, in each dialect. It is made once and not for each transaction.
  private let sqlite = SQLRecords<Record>(SQLFields(Record.self, in: .sqlite))
  private let postgresql = SQLRecords<Record>(SQLFields(Record.self, in: .postgresql))

  private let idColumn = Record.schema.tableForm.idColumn

  init(condition: RecordPredicate<Record>?) { self.condition = condition }

  var form: TableForm { Record.schema.tableForm }
  var model: any Model.Type { Record.self }
  var hasCondition: Bool { condition != nil }

  func select(from layout: SQLLayout, in dialect: SQLDialect, _ store: Store) -> SQLText {
    let records = store.table(Record.self).unscoped()
    let form = condition.map { records.where($0).form } ?? records.form
    return SQLSelect(form, of: layout, in: dialect).records
  }

  func changes(to store: Store, in dialect: SQLDialect) -> any ReplicaChanges {
    RecordChanges<Record>(condition, store, dialect == .sqlite ? sqlite : postgresql, idColumn: idColumn)
  }
}
