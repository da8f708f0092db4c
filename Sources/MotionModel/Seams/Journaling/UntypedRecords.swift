import Foundation

/// The content of a store's files without the types of its models: that of a snapshot, and the commits after it.
package struct UntypedRecords: Sendable {
  private var tables: [UntypedTable] = []
  private var head = FileHead(.store)
  private(set) var reader = CommitReader()
  /// The names that the columns with ids have, by models. Files do not say it.
  private let idColumns: @Sendable (_ model: String) -> [String]

  /// No records.
  ///
  /// - Parameter idColumns: Returns the names that the column with the ids of a model has or had; `id` if it is none of
  ///   them.
  package init(idColumns: @escaping @Sendable (_ model: String) -> [String] = { _ in [] }) {
    self.idColumns = idColumns
  }

  /// Reads a snapshot.
  ///
  /// - Returns: What the snapshot says of the store; nil for a file that is not the snapshot of an opened store.
  package mutating func load(_ file: SnapshotFile) throws -> SnapshotInfo? {
    let document = try file.read { reader in try StoreDocument(&reader) }
    head = document.head
    tables = document.models.map { UntypedTable($0, idColumns($0.name)) }
    return info
  }

  /// What the snapshot says of the store; nil for a file that is not the snapshot of an opened store.
  package var info: SnapshotInfo? { SnapshotInfo(head.journal) }

  /// How many commits the store has had.
  package private(set) var commits = 0

  /// Begins to read another journal. Each says for itself what its models are.
  package mutating func beginJournal() { reader = CommitReader() }

  /// Notes that commits of the journal are missing; see ``CommitReader/noteGap()``.
  package mutating func noteGap() { reader.noteGap() }

  /// Applies a commit.
  ///
  /// - Returns: The commit.
  @discardableResult package mutating func apply(_ commit: [UInt8]) throws(CommitFault) -> CommitDocument {
    do throws(CommitReader.Malformed) { return try apply(try reader.read(commit)) } catch {
      throw CommitFault(.malformed)
    }
  }

  private mutating func apply(_ commit: CommitDocument) throws(CommitReader.Malformed) -> CommitDocument {
    for part in commit.parts {
      try tables[table(of: part.model)].apply(part)
    }
    if commit.id > 0 { commits = commit.id }
    return commit
  }

  /// Returns the index of the table of a model, which may be new.
  private mutating func table(of model: LoggedModel) -> Int {
    let index = tables.firstIndex { $0.model.name == model.name }
    // A model that has had no records may be of another version by now than when the snapshot was written.
    if let index, !tables[index].isUnused || tables[index].model.version == model.version { return index }
    var new = StoreDocument.Table(model.name, version: model.version)
    new.columns = model.columns.map { StoreDocument.Column($0, type: model.types[$0]) }
    let table = UntypedTable(new, idColumns(model.name))
    guard let index else {
      tables.append(table)
      return tables.count - 1
    }
    tables[index] = table
    return index
  }

  /// The content with all commits so far, without models that have had no records, with the records in the order of
  /// their places.
  package var document: StoreDocument {
    var document = StoreDocument(models: tables.filter { !$0.isUnused }.map(\.content))
    document.head = head
    if var info {
      info = SnapshotInfo(store: info.store, generation: info.generation, commits: max(commits, info.commits))
      document.snapshot = info
    }
    return document
  }
}

/// The records of one model, found by their ids.
private struct UntypedTable: Sendable {
  private(set) var model: StoreDocument.Table
  /// Whether the model has had no records.
  private(set) var isUnused: Bool
  private let idColumn: String
  private var rows: [AttributeValue: StoreDocument.Row] = [:]
  /// Records that were deleted. They have the columns again that the writer did not know if the deletion is undone.
  private var removed: [AttributeValue: StoreDocument.Row] = [:]
  private var nextPlace = 0

  init(_ model: StoreDocument.Table, _ idColumns: [String]) {
    (self.model, isUnused) = (model, model.section.isUnused)
    idColumn = model.idColumn(amongst: idColumns)
    rows.reserveCapacity(model.rows.count)
    for (index, row) in model.rows.enumerated() {
      var row = row
      let place = row.place ?? index
      row.place = place
      nextPlace = max(nextPlace, place + 1)
      if let id = row[idColumn] { rows[id] = row }
    }
    nextPlace = max(nextPlace, model.nextPlace ?? 0)
    self.model.rows.removeAll()
  }

  mutating func apply(_ part: CommitDocument.Part) throws(CommitReader.Malformed) {
    isUnused = false
    let names = Set(model.columns.map(\.name))
    model.columns += part.model.columns.filter { !names.contains($0) }
      .map { StoreDocument.Column($0, type: part.model.types[$0]) }
    let known = Set(part.model.columns)
    if let kept = part.kept { keep(kept, of: known) }
    let others = model.columns.map(\.name).filter { !known.contains($0) }
    for change in part.changes {
      switch change.kind {
      case .insert: try insert(part.values(of: change), others, at: change.place)
      case .update: try update(part.values(of: change), change)
      case .delete:
        guard let id = change.id, let row = rows.removeValue(forKey: id) else { throw CommitReader.Malformed() }
        removed[id] = row
      }
    }
    // A commit that brings removed records back lists their kept values.
    if part.kept != nil { removed = [:] }
    model.nextNumber = max(model.nextNumber, part.nextNumber ?? 0, part.end?.nextNumber ?? 0)
    nextPlace = max(nextPlace, part.end?.nextPlace ?? 0)
  }

  /// Replaces the kept columns, which the program that made a commit did not have.
  private mutating func keep(_ kept: [StoreDocument.Column], of known: Set<String>) {
    let kept = Dictionary(kept.map { ($0.name, $0) }) { first, _ in first }
    model.columns = model.columns.filter { known.contains($0.name) }.map { kept[$0.name] ?? $0 }
    for (id, row) in rows where row.columns.contains(where: { !known.contains($0) }) {
      var row = row
      for column in row.columns where !known.contains(column) { row[column] = nil }
      rows[id] = row
    }
  }

  private mutating func insert(
    _ values: [(column: String, value: AttributeValue?)], _ others: [String], at place: Int?
  ) throws(CommitReader.Malformed) {
    var row = StoreDocument.Row(model.rows.names, RowValues(), place: place ?? nextPlace)
    for (column, value) in values { row[column] = value }
    nextPlace = max(nextPlace, (row.place ?? 0) + 1)
    guard let id = row[idColumn] else { throw CommitReader.Malformed() }
    if !others.isEmpty, let earlier = removed[id] { for column in others { row[column] = earlier[column] } }
    guard rows.updateValue(row, forKey: id) == nil else { throw CommitReader.Malformed() }
    // As a table counts the ids that were made of numbers.
    if case .int(let number) = id, let number = Int(exactly: number), number < .max {
      model.nextNumber = max(model.nextNumber, number + 1)
    }
  }

  private mutating func update(
    _ values: [(column: String, value: AttributeValue?)], _ change: CommitDocument.Change
  ) throws(CommitReader.Malformed) {
    guard let id = change.id, var row = rows.removeValue(forKey: id) else { throw CommitReader.Malformed() }
    for (column, value) in values { row[column] = value }
    if let place = change.place { row.place = place }
    nextPlace = max(nextPlace, (row.place ?? 0) + 1)
    rows[id] = row
  }

  /// The records in the order of their places.
  var content: StoreDocument.Table {
    var content = model
    content.rows.append(contentsOf: rows.values.sorted { ($0.place ?? 0) < ($1.place ?? 0) })
    content.nextPlace = nextPlace
    return content
  }
}
