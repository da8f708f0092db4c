import MotionModel

/// The change of a record in a commit, without the model's type.
struct RecordedChange: Sendable, Equatable {
  let model: String
  let id: AttributeValue
  let kind: ChangeKind
  /// The columns that differ; for an insertion or a deletion, the columns that are not nil.
  let columns: [ColumnChange]
}

extension RecordedChange {
  init<Record: Model>(_ change: Change<Record>) {
    (model, id, kind) = (Record.schema.modelName, change.id.attribute, change.kind)
    columns = change.columns.filter { change.kind == .update || $0.old != .null || $0.new != .null }
  }
}

extension Changeset {
  /// The changes to the records of all models, at most some.
  func recordedChanges(limit: Int = .max) -> [RecordedChange] {
    var found: [RecordedChange] = []
    for model in models where found.count < limit { found += model.changes(in: self, limit: limit - found.count) }
    return found
  }

  /// Returns the change of a record, by its id as an address has it; nil if the record does not change, or if no record
  /// has such an id.
  func recordedChange(of model: String, id: String) -> RecordedChange? {
    models.first { $0.modelName == model }?.change(in: self, id: id)
  }

  /// The ids of the records that change, by models, at most some of each.
  func ids(limit: Int) -> [String: [AttributeValue]] {
    Dictionary(models.map { ($0.modelName, $0.ids(in: self, limit: limit)) }) { first, _ in first }
  }
}

extension Model {
  fileprivate static func changes(in changeset: Changeset, limit: Int) -> [RecordedChange] {
    changeset.changes(of: Self.self).prefix(limit).map { RecordedChange($0) }
  }

  fileprivate static func change(in changeset: Changeset, id: String) -> RecordedChange? {
    guard let id = try? ID(attribute: .string(id)) else { return nil }
    return changeset.changes(of: Self.self).first { $0.id == id }.map { RecordedChange($0) }
  }

  fileprivate static func ids(in changeset: Changeset, limit: Int) -> [AttributeValue] {
    changeset.changes(of: Self.self).prefix(limit).map(\.id.attribute)
  }
}
