import Foundation

/// Applies the commits of one journal to tables, in their order.
struct CommitDecoder {
  private var reader = CommitReader()
  /// What the models that the journal has mentioned are in the store; nil for those that are left out.
  private var models: [StoredModel?] = []
  /// The models of files whose records are left out, because the store does not know them; nil if they are refused.
  var leftOut: Set<String>?
  private let plan: MigrationPlan
  private let unknown: UnknownColumns
  /// Whether the journal has a model or a column under a name that it had before.
  private(set) var usesFormerNames = false
  /// What a commit has in columns that are kept, until the commit is applied.
  private var kept: [Kept] = []

  private struct Kept {
    let layout: TableLayout
    let id: AttributeValue
    let values: [KeptColumns.NamedValue]
    /// Columns whose other values the record loses.
    var replaced: Set<String> = []
  }

  /// - Parameters:
  ///   - plan: The models that the store has, and the migrations to them.
  ///   - unknown: What happens to columns that a model does not have.
  ///   - leftOut: The models that were left out before; nil if models that the store does not know are refused.
  init(_ plan: MigrationPlan, unknown: UnknownColumns, leftOut: Set<String>? = nil) {
    (self.plan, self.unknown, self.leftOut) = (plan, unknown, leftOut)
  }

  /// What writes the next commits of the journal.
  var encoder: CommitEncoder { CommitEncoder(Set(plan.models.map(\.slot)), behind: models.count) }

  private struct StoredModel {
    let layout: TableLayout
    let section: FileSection
    let loader: RowLoader
    /// The model's columns, by the numbers of the journal; nil for columns that the model does not have.
    let columns: [Int?]
    /// The columns that the model does not have, and keeps.
    let kept: Set<String>
  }

  /// What is wrong with a commit.
  enum Failure: Error {
    /// The bytes are not what an encoder writes.
    case malformed
    case unknownModel(String)
    /// The records of the journal are of an earlier version of a model.
    case needsMigration(MigrationNeeded)
    case newerModel(String, version: Int, known: Int)
    case changedTypes(ChangedColumns)
    case value(AttributeError)
    /// A change of a missing record, or an insertion of an existing record.
    case doesNotFit(StoreError)
  }

  /// Notes that commits of the journal are missing; see ``CommitReader/noteGap()``.
  mutating func noteGap() { reader.noteGap() }

  /// Reads a commit, and applies it to tables.
  ///
  /// If it throws, the caller must discard the tables.
  ///
  /// - Parameter isChecked: Whether a commit is refused after which two records have the same value in a unique column.
  /// - Returns: The commit, as it was.
  mutating func decode(
    _ bytes: [UInt8], into tables: inout Tables, isChecked: Bool = false
  ) throws(Failure) -> Changeset {
    let document = try note(bytes)
    kept = []
    var changeset = Changeset(date: document.date)
    (changeset.id, changeset.metadata) = (document.id, document.metadata)
    let parts = document.parts.compactMap { part in models[part.model.number].map { (part, $0) } }
    for (part, model) in parts { changeset.append(try changes(of: part, model, tables)) }
    do { try changeset.apply(to: &tables, isChecked: isChecked) } catch { throw .doesNotFit(error) }
    for (part, model) in parts { keepColumns(of: part, model, in: &tables) }
    for kept in kept { tables.change(kept.layout) { $0.keep(kept.values, of: kept.id, replacing: kept.replaced) } }
    for (part, model) in parts {
      guard let end = part.end else { continue }
      tables.change(model.layout) { table in
        table.countNumbers(below: end.nextNumber)
        table.countPositions(below: end.nextPlace)
      }
    }
    return changeset
  }

  /// Notes the models that a commit mentions.
  @discardableResult mutating func note(_ bytes: [UInt8]) throws(Failure) -> CommitDocument {
    let document: CommitDocument
    do throws(CommitReader.Malformed) { document = try reader.read(bytes) } catch { throw .malformed }
    for model in reader.models.dropFirst(models.count) { models.append(try stored(model)) }
    return document
  }

  /// How many models the journal has mentioned.
  var mentioned: Int { models.count }

  private mutating func stored(_ model: LoggedModel) throws(Failure) -> StoredModel? {
    var section = FileSection(model: model.name, columns: model.columns, nextNumber: 1)
    (section.version, section.types) = (model.version, model.types)
    do { try plan.check(section, file: "") } catch FileError.newerModel(_, let name, let version, let known) {
      throw .newerModel(name, version: version, known: known)
    } catch let needed as MigrationNeeded {
      throw .needsMigration(needed)
    } catch { throw .malformed }
    guard let layout = plan.layout(named: model.name) else {
      if leftOut?.insert(model.name) == nil { throw .unknownModel(model.name) }
      return nil
    }
    if let changed = ChangedColumns(section, layout) { throw .changedTypes(changed) }
    let loader = RowLoader(section, layout, unknown: unknown)
    if loader.usesFormerNames || layout.name != model.name { usesFormerNames = true }
    return StoredModel(
      layout: layout, section: section, loader: loader,
      columns: model.columns.map(layout.columnIndex(amongst: model.columns)),
      kept: Set(loader.keptColumns?.names ?? []))
  }

  /// Makes a table keep the columns that a commit lists.
  private func keepColumns(of part: CommitDocument.Part, _ model: StoredModel, in tables: inout Tables) {
    guard let columns = part.kept, unknown == .keep else { return }
    let own = columns.filter { model.kept.contains($0.name) }
    let types = Dictionary(own.compactMap { column in column.type.map { (column.name, $0) } }) { first, _ in first }
    let kept = KeptColumns(
      listed: own.filter(\.isListed).map(\.name), unlisted: own.filter { !$0.isListed }.map(\.name), types: types)
    tables.change(model.layout) { $0.keepColumns(of: kept) }
  }

  private mutating func changes(
    of part: CommitDocument.Part, _ model: StoredModel, _ tables: Tables
  ) throws(Failure) -> ChangesetPart {
    var changes = ChangesetPart(model.layout)
    (changes.isBulk, changes.nextNumber) = (part.isBulk, part.nextNumber)
    switch part.content {
    case .insertions(let place, let rows):
      try insert(rows.count, at: place, into: &changes) { target throws(RowLoader.Refusal) in
        try model.loader.load(rows, into: target)
        for (row, values) in try model.loader.kept(of: rows) {
          keep(values, of: Row(target + row * model.layout.memory.stride), model)
        }
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
    _ fill: (MutableRow) throws(RowLoader.Refusal) -> Void
  ) throws(Failure) {
    let (layout, first) = (changes.layout, changes.rowCount)
    do throws(RowLoader.Refusal) {
      try changes.appendInsertions(count, at: place, layout.traits.makeNew, fill)
    } catch { throw .value(error.error) }
    // A record gets its id before it is written.
    for row in first..<first + count where !layout.id.isAssigned(changes.address(row)) { throw .malformed }
  }

  private mutating func insert(
    _ change: CommitDocument.Change, of model: StoredModel, _ row: inout FileRow, into changes: inout ChangesetPart
  ) throws(Failure) {
    row.removeAll()
    for value in change.values {
      if let attribute = value.value, !row.set(attribute, at: value.column) { throw .malformed }
    }
    try insert(1, at: change.place, into: &changes) { target throws(RowLoader.Refusal) in
      try model.loader.load(row, into: target)
      keep(try model.loader.kept(of: row), of: Row(target), model)
    }
  }

  /// Notes what an inserted record has in columns that are kept. What was kept under its id before is gone.
  private mutating func keep(_ values: [KeptColumns.Value], of row: Row, _ model: StoredModel) {
    guard let columns = model.loader.keptColumns else { return }
    let named = values.map { KeptColumns.NamedValue(name: columns.names[$0.column], value: $0.value) }
    kept.append(
      Kept(layout: model.layout, id: model.layout.idAttribute(of: row), values: named, replaced: model.kept))
  }

  // MARK: - Updates and deletions

  private mutating func append(
    _ change: CommitDocument.Change, of model: StoredModel, _ table: TableVersion, _ changed: inout Set<Int>,
    to changes: inout ChangesetPart
  ) throws(Failure) {
    let position = try position(of: change.id ?? .null, in: table)
    // With two changes of one record, the first could remove the row that the second changes.
    guard changed.insert(position).inserted else { throw .malformed }
    let old = table.rows[position]
    if change.kind == .delete { return changes.append(old: old, new: nil, position: position) }
    let own = try ownValues(of: change, model)
    if unknown == .keep {
      let others = change.values.filter { model.columns[$0.column] == nil }
        .map { KeptColumns.NamedValue(name: model.section.columns[$0.column], value: $0.value) }
      if !others.isEmpty {
        kept.append(Kept(layout: model.layout, id: model.layout.idAttribute(of: old), values: others))
      }
    }
    // A record changes if one of its own columns does, or if it moves.
    if own.isEmpty && change.place == nil { return }
    let new = changes.appendRow(old)
    for (column, value) in own { try set(value, in: column, of: new, of: &changes) }
    changes.append(old: old, newRow: new, position: change.place ?? position, origin: change.origin)
  }

  /// Returns the values that an update sets in the columns of the model.
  private func ownValues(
    of change: CommitDocument.Change, _ model: StoredModel
  ) throws(Failure) -> [(column: Int, value: AttributeValue?)] {
    var own: [(column: Int, value: AttributeValue?)] = []
    for value in change.values {
      guard let column = model.columns[value.column] else {
        if unknown != .refuse { continue }
        throw .value(.unknownColumn(model: model.layout.name, column: model.section.columns[value.column]))
      }
      if column == model.layout.idColumn { throw .malformed }
      // A program that only kept the column may have lost the value.
      if value.value == nil && !model.layout.columns[column].operations.isOptional { continue }
      own.append((column, value.value))
    }
    return own
  }

  private func set(
    _ value: AttributeValue?, in column: Int, of row: Int, of changes: inout ChangesetPart
  ) throws(Failure) {
    let (layout, operations) = (changes.layout, changes.layout.columns[column].operations)
    var error: CastError?
    changes.changeRow(row) { error = operations.load(value ?? .null, $0) }
    if let error { throw .value(.cast(model: layout.name, column: layout.columns[column].name, error)) }
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
