public import Foundation

/// A write that a store refused. The store is as it was before.
///
/// Messages name models, columns and ids, never the values of other columns.
@nonexhaustive
public enum StoreError: Error, Hashable {
  /// A record was inserted whose id another record has.
  case idTaken(model: String, id: String)
  /// Values in columns that are unique, one or several together, which another record has already: the stored record with the given id, or,
  /// where both are new in one call, the record with the given number in that call, counted from 1.
  case notUnique(model: String, columns: [String], id: String?, number: Int? = nil)
  /// A unique index was to be added, and records with the given ids have the same values.
  case duplicates(model: String, index: String, ids: [String])
  /// No record has the id.
  case notFound(model: String, id: String)
  /// No record matches the finder.
  case noMatch(model: String)
  /// The record was deleted, so it can be neither saved nor reloaded.
  case recordGone(model: String, id: String)
  /// A column that can only be given when a record is created was changed.
  case readOnlyColumn(model: String, column: String, id: String)
  /// An old copy of a record was saved, deleted or destroyed whose model has a ``LockVersion``.
  case stale(StaleRecord)
  /// A number in a column would become larger or smaller than its type can hold.
  case numberOverflow(model: String, column: String, id: String)
  /// The id type cannot make another id.
  case idsExhausted(model: String)
  /// The record has no id yet, so there is nothing in the store to reload or to count up.
  case notSaved(model: String)
  /// A record has the key of a parent that it has to have and that is not there.
  case parentMissing(model: String, id: String, relation: String, parent: String)
  /// Records were given to another, or taken from it, by a relation that goes through others and not through ones that join the two.
  case notWritable(model: String, target: String)
  /// A record was to be destroyed that others belong to, by a relation that does not allow it.
  case restricted(model: String, id: String?, relation: String, count: Int)
  /// A record was deleted that others have to have as a parent.
  case parentNeeded(model: String, id: String, child: String, relation: String)
  /// The store is a snapshot, which cannot be written to.
  case readOnlyStore
  /// A transaction has written records that different adapters keep, which cannot be committed as one.
  case severalAdapters(models: [String])
  /// A hook stopped the operation with a reason; the id is nil when the record was new.
  case halted(model: String, id: String?, operation: HookOperation, hook: String, reason: String)
  /// Hooks write records whose hooks write records, and so on without an end.
  case endlessHooks(model: String, depth: Int)
}

extension StoreError: CustomStringConvertible {
  /// One sentence: what was refused, for which record, and why.
  public var description: String {
    switch self {
    case .idTaken(let model, let id):
      "\(model) \(id) cannot be inserted, because there is a record with this id: save or upsert changes it."
    case .notUnique(let model, let columns, let id, let number):
      """
      The \(model) cannot be saved, because \(Self.name(of: model, id, number)) has the same \(columns.count == 1 ? "value" : "values") in \
      its unique \(columns.count == 1 ? "column" : "columns") \(columns.map { "\"\($0)\"" }.joined(separator: ", ")).
      """
    case .duplicates(let model, let index, let ids):
      """
      The unique index \"\(index)\" of \(model) cannot be added, because \(ids.count) records share their values with others \
      (\(ids.prefix(10).joined(separator: ", "))\(ids.count > 10 ? ", …" : "")): change them first.
      """
    case .notFound(let model, let id):
      "There is no \(model) with the id \(id)."
    case .noMatch(let model):
      "There is no \(model) that matches."
    case .recordGone(let model, let id):
      "\(model) \(id) cannot be changed, because it is no longer in the store: insert puts it back."
    case .readOnlyColumn(let model, let column, let id):
      "\(model) \(id) cannot be saved, because its column \"\(column)\" is read-only after creation and was changed."
    case .stale(let conflict):
      "\(conflict.model) \(conflict.id) cannot be saved or deleted, because it was changed since this copy was read: reload it first."
    case .numberOverflow(let model, let column, let id):
      "\(model) \(id) cannot be changed, because its column \"\(column)\" cannot hold the result: give it a wider type."
    case .idsExhausted(let model):
      "The \(model) cannot be inserted, because its id type has no further ids: use a larger one."
    case .notSaved(let model):
      "The \(model) has no id yet, because it was never saved: save it first."
    case .parentMissing(let model, let id, let relation, let parent):
      """
      \(model) \(id) cannot be saved, because its relation \"\(relation)\", which is required, leads to no \(parent) in the \
      store: set it to one that is.
      """
    case .notWritable(let model, let target):
      """
      \(target) records cannot be given to \(model) records or taken from them, because none that join one of each stand between \
      them: write to the relations in between.
      """
    case .restricted(let model, let id, let relation, let count):
      """
      \(id.map { "\(model) \($0)" } ?? "\(model) records") cannot be destroyed, because the relation \"\(relation)\", which is \
      restricted, still has \(count) record\(count == 1 ? "" : "s"): destroy or move \(count == 1 ? "it" : "them") first.
      """
    case .parentNeeded(let model, let id, let child, let relation):
      """
      \(model) \(id) cannot be deleted, because \(child) records require it as their \"\(relation)\": delete them first, or \
      destroy it with a relation that says what becomes of them.
      """
    case .readOnlyStore:
      "The store is a snapshot and cannot be changed: write to the store that it was taken of."
    case .severalAdapters(let models):
      """
      A transaction cannot write records of \(models.joined(separator: " and ")), because different adapters keep them: only one \
      adapter, and memory, can take part in a commit.
      """
    case .halted(let model, let id, let operation, let hook, let reason):
      "\(id.map { "\(model) \($0)" } ?? "The \(model)") cannot be \(operation.participle), because \(hook) says: \(reason)"
    case .endlessHooks(let model, let depth):
      """
      The \(model) cannot be written, because hooks wrote records from inside hooks \(depth) deep: let a hook change the \
      record that it is given instead of saving it again.
      """
    }
  }
}

extension StoreError {
  /// The words for another record: stored, or one of those that were to be saved together.
  private static func name(of model: String, _ id: String?, _ number: Int?) -> String {
    if let id { return "\(model) \(id)" }
    return number.map { "record \($0) of the same call" } ?? "another \(model)"
  }
}

extension StoreError: LocalizedError {
  /// The description, which `localizedDescription` gives too.
  public var errorDescription: String? { description }
}
