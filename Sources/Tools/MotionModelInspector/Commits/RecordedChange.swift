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
    for model in models where found.count < limit { found += changes(of: model, limit: limit - found.count) }
    return found
  }

  private func changes<Record: Model>(of model: Record.Type, limit: Int) -> [RecordedChange] {
    changes(of: model).prefix(limit).map { RecordedChange($0) }
  }

  /// Returns the change of a record, by its id as an address has it; nil if the record does not change, or if no record
  /// has such an id.
  func recordedChange(of model: String, id: String) -> RecordedChange? {
    models.first { Self.name(of: $0) == model }.flatMap { change(of: $0, id: id) }
  }

  private func change<Record: Model>(of model: Record.Type, id: String) -> RecordedChange? {
    guard let id = try? Record.ID(attribute: .string(id)) else { return nil }
    return changes(of: model).first { $0.id == id }.map { RecordedChange($0) }
  }

  /// The names of the models of which records change.
  var modelNames: [String] { models.map { Self.name(of: $0) } }

  private static func name<Record: Model>(of model: Record.Type) -> String { Record.schema.modelName }

  /// Returns the ids of the records of a model that change.
  func ids(of model: String) -> [AttributeValue] {
    models.first { Self.name(of: $0) == model }.map { ids(of: $0) } ?? []
  }

  private func ids<Record: Model>(of model: Record.Type) -> [AttributeValue] { changes(of: model).map(\.id.attribute) }
}
