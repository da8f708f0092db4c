import MotionModel

/// A record as a response has it: what the response does not say has the default, and is not written over what is
/// stored.
struct Draft<Record: Model> {
  var record: Record
  /// The numbers of the columns that the response says.
  var said: [Int] = []
}

/// The records of one model in a response.
///
/// It is a class, because several models are read at once, each by code that does not know the other models.
final class Drafts<Record: Model> {
  let resource: Resource<Record>
  fileprivate(set) var drafts: [Draft<Record>] = []
  fileprivate var indexes: [Record.ID: Int] = [:]

  init(_ resource: Resource<Record>) { self.resource = resource }

  /// Adds a record. If the response had the record before, the new values are merged into its draft.
  func add(_ draft: Draft<Record>) {
    guard let index = indexes[draft.record.id] else {
      indexes[draft.record.id] = drafts.count
      return drafts.append(draft)
    }
    Record.schema.copy(draft.said, from: draft.record, to: &drafts[index].record)
    drafts[index].said += draft.said
  }

  /// Sets a column of a record that was added.
  func set(_ column: String, of id: Record.ID, to value: AttributeValue) throws(AttributeError) {
    guard let index = indexes[id] else { return }
    try drafts[index].record.set(column, to: value)
    if let number = Record.schema.columns.firstIndex(where: { $0.name == column }) { drafts[index].said.append(number) }
  }
}

extension Drafts {
  /// Sets columns of a record that was added, as far as the response does not say them.
  ///
  /// A value that a column cannot have means something else, such as a parameter of the path with the column's name.
  func imply(_ values: [String: AttributeValue], of id: Record.ID) {
    guard !values.isEmpty, let index = indexes[id] else { return }
    for (number, column) in Record.schema.columns.enumerated() where !drafts[index].said.contains(number) {
      guard let value = values[column.name], column.assign(value, to: &drafts[index].record) == nil else { continue }
      drafts[index].said.append(number)
    }
  }
}

/// The records of one model in a response, for code that does not know the model.
protocol AnyDrafts: AnyObject {
  /// Writes the records to a store, inside a transaction.
  func store(in store: Store, _ origin: ResponseOrigin) throws
}

extension Drafts: AnyDrafts {
  func store(in store: Store, _ origin: ResponseOrigin) throws {
    if let tracker = EditTracker.of(store), let model = tracker.model(Record.self) {
      return try EditMerge(model, store, tracker, origin).store(drafts)
    }
    let table = store.table(Record.self)
    try table.replicate(
      drafts.map { draft in
        guard var stored = try table.find(draft.record.id) else { return draft.record }
        Record.schema.copy(draft.said, from: draft.record, to: &stored)
        return stored
      })
  }
}
