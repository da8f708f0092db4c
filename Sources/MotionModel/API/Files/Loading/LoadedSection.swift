/// The records of a section of a file, before they are those of a store.
///
/// It is a class, because it owns the memory of the rows. One task has it at a time.
final class LoadedSection {
  private let layout: TableLayout
  /// The rows, as insertions. It has none while a changeset has them.
  private var rows: ChangesetPart
  private let loader: RowLoader?
  private let nextNumber: Int
  /// The values that are kept, by the numbers of the rows.
  private var kept: [Int: [KeptColumns.Value]] = [:]
  /// The file's name in errors.
  private let file: String

  var modelName: String { layout.name }
  var usesFormerNames: Bool { loader?.usesFormerNames == true }
  private var count: Int { rows.rowCount }

  /// The section of a model that a file of a whole store does not name: it has no records.
  init(noRecordsOf layout: TableLayout, file: String) {
    (self.layout, self.file, loader, nextNumber) = (layout, file, nil, 1)
    rows = ChangesetPart(layout)
  }

  /// A section whose rows are still to be read.
  init(_ section: FileSection, _ layout: TableLayout, unknown: UnknownColumns, file: String) {
    (self.layout, self.file, nextNumber) = (layout, file, section.nextNumber)
    Self.warn(of: section, layout, file: file)
    loader = RowLoader(section, layout, unknown: unknown)
    rows = ChangesetPart(layout)
  }

  // MARK: - Reading

  /// Makes a record of a row.
  func append(_ row: FileRow) throws(FileError) {
    if let values = loader?.kept(of: row), !values.isEmpty { kept[count] = values }
    try append(1) { loader, record throws(RowLoader.Refusal) in try loader.load(row, into: record) }
  }

  /// Makes records of rows.
  ///
  /// - Parameter keepingPlaces: Whether they are inserted at the places that the file says.
  func append(_ packed: PackedRows, keepingPlaces: Bool = false) throws(FileError) {
    let first = count
    for (row, values) in loader?.kept(of: packed) ?? [:] { kept[first + row] = values }
    defer { if keepingPlaces, let places = packed.places { rows.setPlaces(places, from: first) } }
    try append(packed.count) { loader, records throws(RowLoader.Refusal) in try loader.load(packed, into: records) }
  }

  private func append(
    _ added: Int, _ fill: (RowLoader, UnsafeMutableRawPointer) throws(RowLoader.Refusal) -> Void
  ) throws(FileError) {
    guard let loader else { return }
    let first = count
    do throws(RowLoader.Refusal) {
      try rows.appendInsertions(added, layout.traits.makeNew) { row throws(RowLoader.Refusal) in try fill(loader, row) }
    } catch {
      throw .row(file: file, model: modelName, row: first + error.row + 1, error.error)
    }
  }

  // MARK: - Storing

  /// Inserts the records into the empty table of a store that is being opened.
  ///
  /// - Parameter isChecked: Whether records with the same value in a unique column are refused.
  func insert(into tables: inout Tables, isChecked: Bool = false) throws {
    try checkIDs()
    let kept = keptColumns
    var changeset = Changeset(insertions(in: tables.version(layout)))
    try changeset.apply(to: &tables, isChecked: isChecked)
    if let kept { tables.change(layout) { $0.kept = kept } }
  }

  /// Replaces the records of the model in a store.
  func replace(in store: Store) throws {
    try runHooks(in: store)
    try store.loadAll(layout)
    try checkIDs()
    var kept: KeptColumns?
    try store.writeInPlace { changeset, tables in
      let table = tables.version(layout)
      if let given = changeset.parts.first, count == 0 { rows = given }
      kept = keptColumns
      changeset = Changeset()
      changeset = Changeset(table.count == 0 ? insertions(in: table) : changes(to: table))
    }
    store.transaction?.keep(kept, of: layout)
  }

  /// What is kept of the records, by their ids.
  private var keptColumns: KeptColumns? {
    var columns = loader?.keptColumns
    for (row, values) in kept { columns?.set(values, of: rows.address(row), layout) }
    return columns
  }

  /// Runs the hooks after loading, which may change the records.
  private func runHooks(in store: Store) throws {
    guard let hooks = layout.traits.hooks()?.afterLoad, !HookSuppression.covers(layout.slot) else { return }
    try store.asCurrent {
      for index in 0..<count {
        try rows.changeRow(index) { row in
          try layout.memory.withCopy(of: row) { read in
            let event = store.read(layout) { table in
              HookEvent(.load, store, layout, stored: table.position(of: read).map(table.rows.address))
            }
            try hooks.run(row, event)
            if layout.id.isAssigned(read) { try layout.checkID(of: row, is: read) }
          }
        }
      }
    }
  }

  private func checkIDs() throws(FileError) {
    if let index = rows.firstWithoutOwnID { throw .rowID(file: file, model: modelName, row: index + 1) }
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

  /// Returns the changes that replace a table's rows by those of the section, in their order.
  private func changes(to table: TableVersion) -> ChangesetPart {
    let ids = RowIDs(rows)
    var changes = ChangesetPart(layout, capacity: count)
    changes.isBulk = true
    changes.nextNumber = raisedNumber(of: table)
    Selection(table, where: .constant(true)).forEach { row, position in
      if !ids.contains(row) { changes.append(old: row, new: nil, position: position) }
    }
    let positions = (0..<count).map { table.position(of: rows.address($0)) }
    // An adapter has an order of its own.
    let places = layout.isExternal ? positions : FileOrder.places(of: positions)
    for index in 0..<count {
      table.appendDifference(to: rows.address(index), at: positions[index], places[index], to: &changes)
    }
    return changes
  }
}

extension FileReader {
  /// Reads all sections, whose models have to be among the known ones.
  ///
  /// - Parameter file: The file's name in errors.
  mutating func sections(
    of known: [any Model.Type], unknown: UnknownColumns, file: String
  ) throws -> [LoadedSection] {
    var sections: [LoadedSection] = []
    while let section = try nextSection() {
      if section.model == JSONLines.unnamedModel {
        throw FileError.notRecords(file: file, expected: "a first line that says which models follow")
      }
      guard
        let model = known.first(where: { $0.tableLayout.name == section.model })
          ?? known.first(where: { $0.tableLayout.traits.history.formerNames.contains(section.model) }),
        // The file has the model under two of its names.
        !sections.contains(where: { $0.modelName == model.tableLayout.name })
      else {
        throw FileError.unknownModel(file: file, model: section.model)
      }
      sections.append(try records(of: section, model, unknown: unknown, file: file))
    }
    return sections.sorted { $0.modelName < $1.modelName }
  }

  /// Reads a file that has to hold records of one model.
  mutating func onlySection(
    of model: any Model.Type, unknown: UnknownColumns, file: String
  ) throws -> LoadedSection {
    let expected = model.tableLayout.name
    let names = [expected, JSONLines.unnamedModel] + model.tableLayout.traits.history.formerNames
    var (section, found): (LoadedSection?, [String]) = (nil, [])
    while let next = try nextSection() {
      found.append(next.model)
      if names.contains(next.model) {
        section = try records(of: next, model, unknown: unknown, file: file)
      } else {
        try skipRows(of: next)
      }
    }
    guard let section, found.count == 1 else {
      throw FileError.otherModel(file: file, expected: expected, found: found.sorted())
    }
    return section
  }

  private mutating func records(
    of section: FileSection, _ model: any Model.Type, unknown: UnknownColumns, file: String
  ) throws -> LoadedSection {
    let version = model.tableLayout.traits.history.version
    if section.version > version {
      throw FileError.newerModel(file: file, model: model.tableLayout.name, version: section.version, known: version)
    }
    let loaded = LoadedSection(section, model.tableLayout, unknown: unknown, file: file)
    try readRows(of: section, into: loaded)
    return loaded
  }
}

extension TableVersion {
  /// Adds the change that makes the stored record equal to the row and moves it to its place, if it differs or moves.
  ///
  /// - Parameters:
  ///   - position: The record's position; nil for a new one.
  ///   - place: The position that it gets; nil for the end of the table.
  fileprivate func appendDifference(
    to row: UnsafeRawPointer, at position: Int?, _ place: Int?, to changes: inout ChangesetPart
  ) {
    guard let position else { return changes.append(old: nil, new: row, position: place) }
    let old = rows.address(at: position)
    if place == position && layout.isSame(old, row) { return }
    changes.append(old: old, new: row, position: place, origin: place == position ? nil : position)
  }
}
