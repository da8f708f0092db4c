public import MotionModelValues

/// The error for an operation that a store refused. The store is unchanged.
///
/// Messages name models, columns and ids, never the values of other columns.
@nonexhaustive
public enum StoreError: DescribedError, Hashable {
  /// The id of an inserted record is already taken by a stored record.
  case idTaken(model: String, id: String)
  /// A record has the values of another record in one or several columns that are unique together. `id` is the other
  /// record's id if that is stored. If both records are new in one call, `number` is the other record's number in that
  /// call, counted from 1.
  case notUnique(model: String, columns: [String], id: String?, number: Int? = nil)
  /// A unique index cannot be added, because the records with the given ids have the same values as others.
  case duplicates(model: String, index: String, ids: [String])
  /// No record has the id.
  case notFound(model: String, id: String)
  /// No record matches the finder.
  case noMatch(model: String)
  /// Several records match a finder that must have only one.
  case severalMatch(model: String)
  /// The record was deleted, so it cannot be saved or reloaded.
  case recordGone(model: String, id: String)
  /// A read-only column, such as the id, was changed after the record was created. The id is nil if the record was
  /// created in the same call.
  case readOnlyColumn(model: String, column: String, id: String?)
  /// An old copy of a record was saved, deleted or destroyed. The model has a ``LockVersion``.
  case stale(StoreError.StaleRecord)
  /// A number would become too large or too small for the type of its column. The id is nil if the record was created
  /// in the same call.
  case numberOverflow(model: String, column: String, id: String?)
  /// The id type cannot generate another id.
  case idsExhausted(model: String)
  /// The record was never saved, so it has no id by which a stored record can be found.
  case notSaved(model: String)
  /// A record cannot be saved, because it requires a parent and its key does not refer to a stored one. The id is nil
  /// if attributes of its owner created the record.
  case parentMissing(model: String, id: String?, relation: String, parent: String)
  /// Records cannot be added to a relation or removed from it, because the relation goes through others and is not
  /// many-to-many.
  case notWritable(model: String, target: String)
  /// A record cannot be destroyed, because records depend on it by a restricting relation. The id is nil if several
  /// records were to be destroyed.
  case restricted(model: String, id: String?, relation: String, count: Int)
  /// A record cannot be deleted, because it is the required parent of other records.
  case parentNeeded(model: String, id: String, child: String, relation: String)
  /// The store is a snapshot, which cannot be written to.
  case readOnlyStore
  /// A transaction has written records of different adapters, which cannot be committed atomically.
  case severalAdapters(models: [String])
  /// A hook stopped the operation, for a reason. The id is nil if the record is new.
  case halted(model: String, id: String?, operation: HookOperation, hook: String, reason: String)
  /// A commit cannot be written to the store's journal, because a value has no form that could be read again.
  case unwritableValue(model: String, id: String, column: String, CastError)
  /// A commit has records of a model with which the store was not opened, so it could not be opened again.
  case modelNotOpened(model: String)
  /// A commit cannot be written to the store's journal, for the reason that the journal gives. If `isCommitted`, the
  /// records are in memory, and it is not certain that they are on the disk.
  case notJournaled(file: String, isCommitted: Bool, reason: String)
  /// Another process has committed to the shared store since the transaction began, so it was undone.
  case overtaken(file: String)
  /// The store follows the files of another one, and cannot be written to.
  case readOnlyReplica(file: String)
  /// A commit cannot be written to the store's journal, because its table has had too many records since the store was
  /// opened.
  case placesExhausted(model: String)
  /// Hooks write records whose hooks write records, without an end.
  case endlessHooks(model: String, depth: Int)
  /// Derived columns follow from each other in a circle.
  case endlessDerivation(columns: [String])
  /// A record cannot be written by the attributes of another one, its owner. The path leads to it from the owner, whose
  /// model is given: `todos[1]`. ``reason`` says why.
  indirect case nested(model: String, path: String, StoreError)
  /// The calling thread would wait for ever to write: the thread that writes to the store waits for a store in which
  /// the calling thread has a transaction, or is the calling thread.
  case deadlock
}

extension StoreError {
  /// The error for a commit that was made although the journal refused it.
  var afterCommitting: StoreError {
    guard case .notJournaled(let file, _, let reason) = self else { return self }
    return .notJournaled(file: file, isCommitted: true, reason: reason)
  }
}

extension StoreError {
  /// Returns the same error with other ids of the records that a message may leave unnamed.
  ///
  /// - Parameter body: Receives a model and an id, and returns the id, or nil to leave it out.
  func mappingIDs(_ body: (_ model: String, _ id: String) -> String?) -> StoreError {
    switch self {
    case .nested(let model, let path, let error): .nested(model: model, path: path, error.mappingIDs(body))
    case .notUnique(let model, let columns, let id?, let number):
      .notUnique(model: model, columns: columns, id: body(model, id), number: number)
    case .parentMissing(let model, let id?, let relation, let parent):
      .parentMissing(model: model, id: body(model, id), relation: relation, parent: parent)
    case .halted(let model, let id?, let operation, let hook, let reason):
      .halted(model: model, id: body(model, id), operation: operation, hook: hook, reason: reason)
    case .restricted(let model, let id?, let relation, let count):
      .restricted(model: model, id: body(model, id), relation: relation, count: count)
    case .readOnlyColumn(let model, let column, let id?):
      .readOnlyColumn(model: model, column: column, id: body(model, id))
    case .numberOverflow(let model, let column, let id?):
      .numberOverflow(model: model, column: column, id: body(model, id))
    default: self
    }
  }
}

extension StoreError {
  /// The error without the path of a record that was written by the attributes of another one; any other error as it
  /// is.
  public var reason: StoreError { if case .nested(_, _, let reason) = self { reason } else { self } }

  /// One sentence with the refused operation, its record, and the reason.
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
    case .severalMatch(let model):
      "There are several \(model) records that match, and only one was expected."
    case .recordGone(let model, let id):
      "\(model) \(id) cannot be changed, because it is no longer in the store: insert puts it back."
    case .readOnlyColumn(let model, let column, let id):
      """
      \(Self.name(of: model, id)) cannot be saved, because its column "\(column)" is read-only after creation and was \
      changed.
      """
    case .stale(let conflict):
      "\(conflict.model) \(conflict.id) cannot be saved or deleted, because it was changed since this copy was read: reload it first."
    case .numberOverflow(let model, let column, let id):
      """
      \(Self.name(of: model, id)) cannot be changed, because its column "\(column)" cannot hold the result: give it \
      a wider type.
      """
    case .idsExhausted(let model):
      "The \(model) cannot be inserted, because its id type has no further ids: use a larger one."
    case .notSaved(let model):
      "The \(model) has no id yet, because it was never saved: save it first."
    case .parentMissing(let model, let id, let relation, let parent):
      """
      \(Self.name(of: model, id)) cannot be saved, because its relation \"\(relation)\" leads to no \(parent) in the \
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
      "\(Self.name(of: model, id)) cannot be \(operation.participle), because \(hook) says: \(reason)"
    case .unwritableValue(let model, let id, let column, let error):
      "\(model) \(id) cannot be written to the journal, because of its column \"\(column)\": \(error)."
    case .modelNotOpened(let model):
      "\(model) cannot be written, because the store was opened without it: pass its type in models."
    case .notJournaled(let file, isCommitted: false, let reason):
      "The commit is refused, because it cannot be written to the journal of \(file): \(reason.behindColon)"
    case .notJournaled(let file, isCommitted: true, let reason):
      "The commit is in memory, and may not be in the journal of \(file): \(reason.behindColon)"
    case .overtaken(let file):
      """
      The transaction is refused, because another process has committed to the store \(file) since it began: run it again, \
      with retries or as the store's policy for overtaken transactions.
      """
    case .readOnlyReplica(let file):
      "The store follows the file \(file) and cannot be changed: write to the store that was opened from it."
    case .placesExhausted(let model):
      "The \(model) cannot be inserted, because its table has had too many records since the store was opened: open it again."
    case .endlessHooks(let model, let depth):
      """
      The \(model) cannot be written, because hooks wrote records from inside hooks \(depth) deep: let a hook change the \
      record that it is given instead of saving it again.
      """
    case .endlessDerivation(let columns):
      """
      The records cannot be written, because derived columns follow from each other in a circle: \
      \(columns.joined(separator: ", ")).
      """
    case .nested(let model, let path, let error):
      "\(model) cannot take its attributes \"\(path)\": \(error.description.behindColon)"
    case .deadlock:
      """
      The store cannot be changed, because the transaction that is under way in it waits for this thread: change stores in the \
      same order everywhere, or change the other one after the commit.
      """
    }
  }
}

extension StoreError {
  /// Returns the name of a record in a message: its id if it is stored.
  private static func name(of model: String, _ id: String?) -> String { id.map { "\(model) \($0)" } ?? "The \(model)" }

  /// Returns the name of another record in a message: its id if it is stored, or else its number in the same call.
  private static func name(of model: String, _ id: String?, _ number: Int?) -> String {
    if let id { return "\(model) \(id)" }
    return number.map { "record \($0) of the same call" } ?? "another \(model)"
  }
}
