import Foundation
import MotionModel

/// A model whose edits are tracked: which columns are sent, and how two versions are compared.
struct TrackedModel<Record: Model>: Sendable {
  let resource: Resource<Record>
  let policy: RemoteConflict.Policy
  /// The numbers of the columns that are sent, except times and the lock version.
  let columns: [Int]

  init(_ resource: Resource<Record>, _ policy: RemoteConflict.Policy) {
    (self.resource, self.policy) = (resource, policy)
    columns = resource.creationFields.map(\.column)
  }

  // MARK: - Values

  /// Returns what a record has of the columns that are sent, and of the lock version.
  func values(of record: Record) -> [String: AttributeValue] {
    values(of: record, columns + [Record.schema.versionColumn].compactMap { $0 })
  }

  /// Returns what a record has of some columns.
  func values(of record: Record, _ numbers: [Int]) -> [String: AttributeValue] {
    let pairs = numbers.map { number in
      let column = Record.schema.columns[number]
      // What cannot be written is noted as it is: sending it says why not.
      return (column.name, (try? column[record].portable()) ?? column[record])
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns a record with other values in the named columns, except ``misfits(in:)``.
  func record(_ record: Record, with values: [String: AttributeValue]?) -> Record {
    var record = record
    for (name, value) in values ?? [:] { _ = Record.schema[name]?.assign(value, to: &record) }
    return record
  }

  /// Returns the numbers of the columns that are sent whose noted value does not fit any more, because the type of the
  /// column has changed.
  func misfits(in values: [String: AttributeValue]?) -> [Int] {
    guard let values else { return [] }
    var record = Record()
    return columns.filter { number in
      let column = Record.schema.columns[number]
      return values[column.name].map { column.assign($0, to: &record) != nil } ?? false
    }
  }

  /// Returns the numbers of the columns that are sent in which a record is not as the server has it.
  ///
  /// What the server has of a column whose type has changed is not known, so the value here counts as edited.
  func edits(_ record: Record, since base: [String: AttributeValue]?) -> Set<Int> {
    Set(differences(self.record(record, with: base), record) + misfits(in: base))
  }

  /// Returns the numbers of the columns that are sent in which two records differ.
  func differences(_ first: Record, _ second: Record) -> [Int] {
    columns.filter { !Record.schema.isSame(first, second, inColumn: $0) }
  }

  /// Returns the lock version of a record as a parameter, if it is sent.
  func version(of record: Record) -> RESTQuery {
    guard let number = Record.schema.versionColumn,
      let field = resource.fields.first(where: { $0.column == number && $0.direction.isSent })
    else { return [:] }
    return RESTQuery([(field.key, Record.schema.columns[number][record])])
  }

  /// Returns the names that the edits of a record's parents have, or would have.
  func parents(of record: Record) -> [String] {
    Record.schema.relations.compactMap { relation in
      guard relation.kind == .belongsTo, relation.targets.count == 1, let target = relation.targets.first,
        let key = relation.key.flatMap({ Record.schema[$0] })?[record], !key.isNull
      else { return nil }
      return "\(Self.name(of: target))/\((try? String(attribute: key)) ?? "\(key)")"
    }
  }

  private static func name<Parent: Model>(of model: Parent.Type) -> String { Parent.schema.modelName }

  // MARK: - Noting edits

  /// Notes what a transaction has changed.
  ///
  /// - Parameter mark: Returns the mark of the server's version, by the name of an edit.
  func note(_ changes: Changeset, in store: Store, _ mark: (String) -> String?) throws {
    for change in changes.changes(of: Record.self) { try note(change, in: store, mark) }
  }

  private func note(_ change: Change<Record>, in store: Store, _ mark: (String) -> String?) throws {
    let edits = store.table(RemoteEdit.self)
    let name = RemoteEdit.id(Record.self, change.id)
    let known = edits.find(name)
    guard let edit = edit(known, change, store) else {
      try noteVersion(known, change, in: store)
      if let known { try store.forget(known) }
      return
    }
    try store.noteServerVersion(nil, of: name)
    if edit == known { return }
    var noted = edit
    if known == nil && edit.base != nil { noted.etag = mark(edit.id) }
    try edits.replicate([noted])
  }

  /// Notes the version that the server has of a record without edits, if the store has counted on.
  ///
  /// The version of a record that was deleted before the server had it must not stay: the server may give its id to
  /// another.
  private func noteVersion(_ known: RemoteEdit?, _ change: Change<Record>, in store: Store) throws {
    guard let number = Record.schema.versionColumn else { return }
    let (column, name) = (Record.schema.columns[number], RemoteEdit.id(Record.self, change.id))
    guard let new = change.new else { return try store.noteServerVersion(nil, of: name) }
    let version = known?.base?[column.name] ?? store.serverVersion(name) ?? change.old.map { column[$0] }
    try store.noteServerVersion(column[new] == version ? nil : version, of: name)
  }

  /// Returns what the server has of a record that had no edits.
  private func base(_ old: Record, _ name: String, _ store: Store) -> [String: AttributeValue] {
    var base = values(of: old)
    if let number = Record.schema.versionColumn, let version = store.serverVersion(name) {
      base[Record.schema.columns[number].name] = version
    }
    return base
  }

  /// Returns the edit of a record after a change; nil if there is none any more.
  private func edit(_ known: RemoteEdit?, _ change: Change<Record>, _ store: Store) -> RemoteEdit? {
    var edit = known ?? RemoteEdit(of: change.id, in: Record.self, at: store.clock())
    if known == nil { edit.base = change.old.map { base($0, edit.id, store) } }
    // What was refused may be accepted now. What may have been done may still have been.
    if edit.onHold == .refused { edit.resume() }
    guard let new = change.new else {
      edit.kind = .delete
      // What was created here and never sent has never been.
      return edit.base == nil && edit.sent == nil ? nil : edit
    }
    edit.kind = edit.base == nil ? .create : .update
    if edit.base == nil || edit.sent != nil { return edit }
    return edits(new, since: edit.base).isEmpty ? nil : edit
  }
}

extension RemoteEdit {
  init<Record: Model>(of id: Record.ID, in model: Record.Type, at date: Date) {
    self.id = Self.id(model, id)
    (self.model, recordID, since) = (Record.schema.modelName, Self.text(id), date)
  }
}

extension Store {
  /// Deletes the edit of a record, with what was open about it.
  func forget(_ edit: RemoteEdit) throws {
    try Self.withoutHooks {
      for conflict in openConflicts(edit) { _ = try table(RemoteConflict.self).delete(conflict.id) }
      _ = try table(RemoteEdit.self).delete(edit.id)
    }
  }

  /// The open conflicts of a record.
  func openConflicts(_ edit: RemoteEdit) -> [RemoteConflict] {
    let conflicts = table(RemoteConflict.self)
    // Most stores have none, and a finder takes longer than this.
    if conflicts.count == 0 { return [] }
    return conflicts.records.where(\.recordID == edit.recordID).all.filter {
      $0.model == edit.model && $0.choice == nil
    }
  }
}

/// A model whose edits are tracked, for code that does not know the model.
protocol AnyTrackedModel: Sendable {
  /// Returns the names of the edits whose records must be on the server before this one, or must not point to it.
  func links(of edit: RemoteEdit, in store: Store) -> (here: [String], there: [String])
  func note(_ changes: Changeset, in store: Store, _ mark: (String) -> String?) throws
  /// Whether a store has the record with an id, which is a text.
  func isStored(_ id: String, in store: Store) -> Bool
  /// The names of the edits that the changed records have, or would have.
  func names(of changes: Changeset) -> [String]
}

extension TrackedModel: AnyTrackedModel {
  /// Returns the parents of a record, as it is here and as the server has it.
  func links(of edit: RemoteEdit, in store: Store) -> (here: [String], there: [String]) {
    // The text of an id whose type has changed is that of no record. Records of other adapters are not tracked.
    guard let id = try? Record.ID(attribute: .string(edit.recordID)) else { return ([], []) }
    let stored = try? store.table(Record.self).find(id)
    let there = edit.base.map { parents(of: record(stored ?? Record.new(), with: $0)) } ?? []
    return (stored.map(parents) ?? [], there)
  }

  func isStored(_ id: String, in store: Store) -> Bool {
    guard let id = try? Record.ID(attribute: .string(id)) else { return false }
    return (try? store.table(Record.self).find(id)) != nil
  }

  func names(of changes: Changeset) -> [String] {
    changes.changes(of: Record.self).map { RemoteEdit.id(Record.self, $0.id) }
  }
}
