/// The records of a section of a file, before they are those of a store.
///
/// It is a class, because it owns the memory of the rows. One task has it at a time.
final class LoadedSection {
  let layout: TableLayout
  /// The rows, as insertions. It has none while a changeset has them.
  private(set) var rows: ChangesetPart
  private let loader: RowLoader?
  private let nextNumber: Int
  /// The values that are kept, by the numbers of the rows.
  private var kept: [Int: [KeptColumns.Value]] = [:]
  /// How many rows were taken away.
  private var takenCount = 0
  /// The file's name in errors.
  private let file: String

  var modelName: String { layout.name }
  var usesFormerNames: Bool { loader?.usesFormerNames == true }
  var count: Int { rows.rowCount }

  /// The section of a model that a file of a whole store does not name: it has no records.
  init(noRecordsOf layout: TableLayout, file: String) {
    (self.layout, self.file, loader, nextNumber) = (layout, file, nil, 1)
    rows = ChangesetPart(layout)
  }

  /// A section whose rows are still to be read.
  ///
  /// - Throws: ``FileError/changedTypes(file:model:columns:)``.
  init(_ section: FileSection, _ layout: TableLayout, unknown: UnknownColumns, file: String) throws(FileError) {
    let section = section.isText ? section.matching(layout) : section
    if let changed = ChangedColumns(section, layout) {
      throw .changedTypes(file: file, model: changed.model, columns: changed.columns)
    }
    (self.layout, self.file, nextNumber) = (layout, file, section.nextNumber)
    loader = RowLoader(section, layout, unknown: unknown)
    rows = ChangesetPart(layout)
  }

  // MARK: - Reading

  /// Passes the records to `body`, and forgets them.
  func takeRows(_ body: (Row) throws -> Void) rethrows {
    let taken = rows
    rows = ChangesetPart(layout, capacity: count)
    kept = [:]
    takenCount += taken.rowCount
    for row in 0..<taken.rowCount { try body(taken.address(row)) }
  }

  /// Makes a record of a row.
  func append(_ row: FileRow) throws(FileError) {
    let number = count
    do throws(FileError) {
      try append(1) { loader, record throws(RowLoader.Refusal) in
        try loader.load(row, into: record)
        let values = try loader.kept(of: row)
        if !values.isEmpty { kept[number] = values }
      }
    } catch {
      guard case .row(let file, let model, _, let reason) = error, let line = row.line else { throw error }
      throw .line(file: file, model: model, line: line, reason)
    }
  }

  /// Makes records of rows.
  ///
  /// - Parameter keepingPlaces: Whether they are inserted at the places that the file says.
  func append(_ packed: PackedRows, keepingPlaces: Bool = false) throws(FileError) {
    let first = count
    defer { if keepingPlaces, let places = packed.places { rows.setPlaces(places, from: first) } }
    try append(packed.count) { loader, records throws(RowLoader.Refusal) in
      try loader.load(packed, into: records)
      for (row, values) in try loader.kept(of: packed) { kept[first + row] = values }
    }
  }

  private func append(
    _ added: Int, _ fill: (RowLoader, MutableRow) throws(RowLoader.Refusal) -> Void
  ) throws(FileError) {
    guard let loader else { return }
    let first = count
    do throws(RowLoader.Refusal) {
      try rows.appendInsertions(added, layout.traits.makeNew) { row throws(RowLoader.Refusal) in try fill(loader, row) }
    } catch {
      throw .row(file: file, model: modelName, row: takenCount + first + error.row + 1, error.error)
    }
  }

  // MARK: - Storing

  /// Inserts the records into the empty table of a store that is being opened.
  func insert(into tables: inout Tables) throws {
    try checkIDs()
    let kept = keptColumns
    var changeset = Changeset(insertions(in: tables.version(layout)))
    try changeset.apply(to: &tables, isChecked: false)
    if let kept { tables.change(layout) { $0.kept = kept } }
  }

  /// Replaces the records of the model in a store.
  func replace(in store: Store) throws {
    try runHooks(in: store)
    try store.loadAll(layout)
    if !hasNoIDs { try checkIDs() }
    var kept: KeptColumns?
    try store.writeInPlace { changeset, tables in
      let table = tables.version(layout)
      try giveIDs(in: table, store.ids)
      if let given = changeset.parts.first, count == 0 { rows = given }
      kept = keptColumns
      changeset = Changeset()
      changeset = Changeset(table.count == 0 ? insertions(in: table) : replacement(of: table))
    }
    store.transaction?.keep(kept, of: layout)
  }

  /// What is kept of the records, by their ids.
  private var keptColumns: KeptColumns? {
    var columns = loader?.keptColumns
    for (row, values) in kept { columns?.set(values, of: rows.address(row), layout) }
    return columns
  }

  /// Returns the records as insertions, each with an id of its own, and what is kept of them. The section still has
  /// them as they were, because a write may prepare its changes again.
  func identifiedInsertions(
    in table: TableVersion, _ ids: IDGenerator
  ) throws -> (changes: ChangesetPart, kept: KeptColumns?) {
    let own = rows
    defer { rows = own }
    try giveIDs(in: table, ids)
    try checkIDs()
    let kept = keptColumns
    let highest = (0..<count).compactMap { layout.id.number(rows.address($0)) }.max() ?? 0
    var changes = insertions(in: table)
    if highest < .max { changes.nextNumber = max(nextNumber, highest + 1, table.nextNumber) }
    return (changes, kept)
  }

  /// Runs the hooks after loading, which may change the records.
  func runHooks(in store: Store) throws {
    guard let hooks = layout.traits.hooks()?.afterLoad, !HookSuppression.covers(layout.slot) else { return }
    try store.asCurrent {
      for index in 0..<count {
        try rows.changeRow(index) { row in
          try layout.memory.withCopy(of: Row(row)) { read in
            let event = store.read(layout) { table in
              HookEvent(.load, store, layout, stored: table.position(of: Row(read)).map { table.rows[$0] })
            }
            try hooks.run(row, event)
            if layout.id.isAssigned(Row(read)) { try layout.checkID(of: Row(row), is: Row(read)) }
          }
        }
      }
    }
  }

  private func checkIDs() throws(FileError) {
    if let index = rows.firstWithoutOwnID { throw .rowID(file: file, model: modelName, row: index + 1) }
  }

  /// Whether there are records, and none has an id: they come from other programs, which have no ids.
  private var hasNoIDs: Bool { count > 0 && (0..<count).allSatisfy { !layout.id.isAssigned(rows.address($0)) } }

  /// Gives new ids to records of which none has one.
  private func giveIDs(in table: TableVersion, _ ids: IDGenerator) throws(FileError) {
    guard hasNoIDs else { return }
    var number = max(table.nextNumber, nextNumber)
    for index in 0..<count {
      var isGiven = false
      rows.changeRow(index) { isGiven = layout.id.assign(number, ids, $0) }
      guard isGiven, number < .max else { throw .rowID(file: file, model: modelName, row: index + 1) }
      number += 1
    }
  }

  /// Gives the rows away, as the changes of a table that has none.
  private func insertions(in table: TableVersion) -> ChangesetPart {
    // Two copies at once would share memory, so that one of them would be copied.
    var changes = ChangesetPart(layout)
    swap(&changes, &rows)
    changes.isBulk = true
    changes.nextNumber = raisedNumber(of: table)
    return changes
  }

  private func raisedNumber(of table: TableVersion) -> Int? { nextNumber > table.nextNumber ? nextNumber : nil }

  /// Returns the changes that replace a table's rows by those of the section.
  private func replacement(of table: TableVersion) -> ChangesetPart {
    var changes = ChangesetPart(replacing: table, by: rows)
    changes.nextNumber = raisedNumber(of: table)
    return changes
  }
}
