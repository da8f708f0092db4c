import Foundation

/// Applies the commits of one journal to tables, in their order.
struct CommitDecoder {
  private var reader = CommitReader()
  /// What the models that the journal has mentioned are in the store.
  private var models: [StoredModel] = []
  private let known: [String: TableLayout]
  private let unknown: UnknownColumns

  /// - Parameters:
  ///   - known: The models that the store has.
  ///   - unknown: What happens to columns that a model does not have.
  init(_ known: [TableLayout], unknown: UnknownColumns) {
    self.known = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    self.unknown = unknown == .keep ? .refuse : unknown
  }

  /// What writes the next commits of the journal.
  var encoder: CommitEncoder { CommitEncoder(Set(known.values.map(\.slot)), behind: models.count) }

  private struct StoredModel {
    let layout: TableLayout
    let section: FileSection
    let loader: RowLoader
    /// The model's columns, by the numbers of the journal; nil for those that it does not have.
    let columns: [Int?]
  }

  /// What is wrong with a commit.
  enum Failure: Error {
    /// The bytes are not what an encoder writes.
    case malformed
    case unknownModel(String)
    case value(AttributeError)
    /// A change of a record that is not there, or an insertion of one that is.
    case doesNotFit(StoreError)
  }

  /// Reads a commit, and applies it to tables.
  ///
  /// - Returns: The commit, as it was.
  mutating func decode(_ bytes: [UInt8], into tables: inout Tables) throws(Failure) -> Changeset {
    let document: CommitDocument
    do throws(CommitReader.Malformed) { document = try reader.read(bytes) } catch { throw .malformed }
    for model in reader.models.dropFirst(models.count) { models.append(try stored(model)) }
    var changeset = Changeset(date: document.date)
    (changeset.id, changeset.metadata) = (document.id, document.metadata)
    for part in document.parts { changeset.append(try changes(of: part, tables)) }
    do { try changeset.apply(to: &tables, isChecked: false) } catch { throw .doesNotFit(error) }
    for part in document.parts {
      guard let end = part.end else { continue }
      tables.change(models[part.model.number].layout) { table in
        table.countNumbers(below: end.nextNumber)
        table.countPositions(below: end.nextPlace)
      }
    }
    return changeset
  }

  private func stored(_ model: LoggedModel) throws(Failure) -> StoredModel {
    guard let layout = known[model.name] else { throw .unknownModel(model.name) }
    let section = FileSection(model: model.name, columns: model.columns, nextNumber: 1)
    return StoredModel(
      layout: layout, section: section, loader: RowLoader(section, layout, unknown: unknown),
      columns: model.columns.map { layout.traits.columnIndex($0) })
  }

  private func changes(of part: CommitDocument.Part, _ tables: Tables) throws(Failure) -> ChangesetPart {
    let model = models[part.model.number]
    var changes = ChangesetPart(model.layout)
    (changes.isBulk, changes.nextNumber) = (part.isBulk, part.nextNumber)
    switch part.content {
    case .insertions(let place, let rows):
      try insert(rows.count, at: place, into: &changes) { target throws(RowLoader.Refusal) in
        try model.loader.load(rows, into: target)
      }
    case .changes(let list):
      let table = tables.version(model.layout)
      var (row, changed) = (FileRow(model.section), Set<Int>())
      for change in list {
        if change.kind == .insert {
          try insert(change, of: model, &row, into: &changes)
        } else {
          try append(change, of: model, table, &changed, to: &changes)
        }
      }
    }
    return changes
  }

  // MARK: - Insertions

  private func insert(
    _ count: Int, at place: Int?, into changes: inout ChangesetPart,
    _ fill: (UnsafeMutableRawPointer) throws(RowLoader.Refusal) -> Void
  ) throws(Failure) {
    do throws(RowLoader.Refusal) {
      try changes.appendInsertions(count, at: place, changes.layout.traits.makeNew, fill)
    } catch { throw .value(error.error) }
  }

  private func insert(
    _ change: CommitDocument.Change, of model: StoredModel, _ row: inout FileRow, into changes: inout ChangesetPart
  ) throws(Failure) {
    row.removeAll()
    for value in change.values {
      if let attribute = value.value, !row.set(attribute, at: value.column) { throw .malformed }
    }
    try insert(1, at: change.place, into: &changes) { target throws(RowLoader.Refusal) in
      try model.loader.load(row, into: target)
    }
  }

  // MARK: - Updates and deletions

  private func append(
    _ change: CommitDocument.Change, of model: StoredModel, _ table: TableVersion, _ changed: inout Set<Int>,
    to changes: inout ChangesetPart
  ) throws(Failure) {
    let position = try position(of: change.id ?? .null, in: table)
    // Two changes of one record could leave a place without a row that the other one changes.
    guard changed.insert(position).inserted else { throw .malformed }
    let old = table.rows.address(at: position)
    if change.kind == .delete { return changes.append(old: old, new: nil, position: position) }
    let new = changes.appendRow(old)
    for value in change.values { try set(value, of: model, in: new, of: &changes) }
    changes.append(old: old, newRow: new, position: change.place ?? position, origin: change.origin)
  }

  private func set(
    _ value: CommitDocument.Value, of model: StoredModel, in row: Int, of changes: inout ChangesetPart
  ) throws(Failure) {
    guard let column = model.columns[value.column] else {
      if unknown == .ignore { return }
      throw .value(.unknownColumn(model: model.layout.name, column: model.section.columns[value.column]))
    }
    if column == model.layout.idColumn { throw .malformed }
    var error: CastError?
    changes.changeRow(row) { error = model.layout.columns[column].operations.load(value.value ?? .null, $0) }
    if let error { throw .value(.cast(model: model.layout.name, column: model.layout.columns[column].name, error)) }
  }

  private func position(of id: AttributeValue, in table: TableVersion) throws(Failure) -> Int {
    let layout = table.layout
    var error: CastError?
    let row = OwnedRow(of: layout) { error = layout.columns[layout.idColumn].operations.load(id, $0) }
    if let error { throw .value(.cast(model: layout.name, column: layout.columns[layout.idColumn].name, error)) }
    let (position, text) = row.read { (table.position(of: $0), layout.id.text($0)) }
    guard let position else { throw .doesNotFit(.recordGone(model: layout.name, id: text)) }
    return position
  }
}
