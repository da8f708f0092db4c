import MotionModel
import MotionModelTransactions

/// What a person has entered for the columns of a record.
struct EnteredRecord: Sendable {
  /// The texts of columns; nil for nil. Columns that are missing stay as they are.
  var texts: [String: String?] = [:]
  /// The texts that the form showed at first, by which others' changes are noticed.
  var originals: [String: String?] = [:]

  /// The columns whose text is other than at first.
  var changed: [String] { texts.keys.filter { texts[$0] != originals[$0] }.sorted() }
}

/// What an edit does, or would do.
struct EditOutcome: Sendable {
  /// The id of the record.
  let id: AttributeValue?
  /// What would be committed.
  let changeset: Changeset
  /// Why it cannot be committed; empty if it can.
  let reasons: [String]
  /// What destroying would take along, in words.
  var summary = ""
}

extension StoreTable: RecordEditor {
  var editor: (any RecordEditor)? { self }

  func fields(id: String?) throws -> [EditedField]? {
    // The defaults of a new record may ask for others.
    guard let record = try id.map({ try record($0) }) ?? Store.with(store, { Record.new() }) else { return nil }
    return zip(columns, Record.schema.columns).compactMap { inspected, column in
      // The id is given by the store, unless it is one that people choose.
      if inspected.isID && (id != nil || record.id.isAssigned || Record.ID.make(number: 1) != nil) { return nil }
      if column.options.contains(.readOnly) && id != nil { return nil }
      return EditedField(
        column: inspected, text: column[record].entry, isOptional: column.isOptional, choices: column.type.choices)
    }
  }

  /// Saves what was entered: a record with an id, or a new one.
  ///
  /// Only changed columns are written, and only if they were not changed by others meanwhile.
  ///
  /// - Throws: ``QueryRefusal`` for a text that does not fit its column, or that others have changed; what the store,
  ///   rules and hooks throw.
  func save(_ entered: EnteredRecord, id: String?) throws -> AttributeValue {
    try store.transaction(metadata: .inspector) { try write(entered, id: id) }
  }

  /// Returns what saving would do.
  func previewSave(_ entered: EnteredRecord, id: String?) -> EditOutcome {
    let preview = store.preview { try write(entered, id: id) }
    return EditOutcome(
      id: preview.value, changeset: preview.changeset, reasons: preview.isPossible ? [] : preview.errors.map { "\($0)" }
    )
  }

  private func write(_ entered: EnteredRecord, id: String?) throws -> AttributeValue {
    let table = store.table(Record.self)
    var record = try id.map { try require($0) } ?? Record.new()
    for name in entered.changed {
      guard let column = Record.schema[name] else { throw QueryRefusal("\(self.name) has no column \(name).") }
      if id != nil, column[record].entry != entered.originals[name] ?? nil {
        throw QueryRefusal("Somebody else has changed \(name) meanwhile: open the record again.")
      }
      let value = try column.read(entered.texts[name] ?? nil)
      if let error = column.assign(value, to: &record) {
        throw QueryRefusal("\(name) expects \(error.expected).")
      }
    }
    try table.save(&record)
    return record.id.attribute
  }

  /// Destroys a record with what depends on it.
  func destroy(id: String) throws {
    try store.transaction(metadata: .inspector) { _ = try store.table(Record.self).destroy(try require(id)) }
  }

  /// Returns what destroying a record would do.
  func previewDestroy(id: String) -> EditOutcome {
    let preview = store.preview { _ = try store.table(Record.self).destroy(try require(id)) }
    return EditOutcome(
      id: nil, changeset: preview.changeset, reasons: preview.isPossible ? [] : preview.errors.map { "\($0)" },
      summary: preview.summary)
  }

  private func require(_ id: String) throws -> Record {
    // The text may be of a link that a person has changed: no record has an id that is not one.
    guard let id = try? Record.ID(attribute: .string(id)), let record = try store.table(Record.self).find(id) else {
      throw QueryRefusal("\(name) has no record with this id any more.")
    }
    return record
  }
}

extension ColumnType {
  /// The texts of all values, if they are few; nil otherwise.
  fileprivate var choices: [String]? {
    switch self {
    case .bool: ["true", "false"]
    case .enumeration(_, _, let cases) where !cases.isEmpty: cases.map(\.plainString)
    case .optional(let type): type.choices
    default: nil
    }
  }
}

extension AttributeValue {
  /// The value as a form has it: arrays and dictionaries are JSON; nil for nil.
  var entry: String? {
    switch self {
    case .null: nil
    case .array, .dictionary: JSONFormat.written(self)
    default: plainString
    }
  }
}

extension Column {
  /// Reads what was entered: arrays, dictionaries and documents are JSON.
  fileprivate func read(_ text: String?) throws(QueryRefusal) -> AttributeValue {
    guard let text else { return .null }
    switch type.stored {
    case .array, .dictionary, .document:
      guard case .success(let value) = JSONFormat.read(text) else { throw QueryRefusal("\(name) expects JSON.") }
      return value
    default: return .string(text)
    }
  }
}

extension Changeset.Metadata {
  /// What commits of pages say of who made them.
  static var inspector: Changeset.Metadata { Changeset.Metadata(author: "inspector") }
}
