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
  init(_ section: FileSection, _ layout: TableLayout, unknown: UnknownColumns, file: String) {
    (self.layout, self.file, nextNumber) = (layout, file, section.nextNumber)
    Self.warn(of: section, layout, file: file)
    loader = RowLoader(section, layout, unknown: unknown)
    rows = ChangesetPart(layout)
  }

  // MARK: - Reading

  /// Passes the records to `body`, and forgets them.
  func takeRows(_ body: (UnsafeRawPointer) throws -> Void) rethrows {
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
    _ added: Int, _ fill: (RowLoader, UnsafeMutableRawPointer) throws(RowLoader.Refusal) -> Void
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
  ///
  /// - Parameters:
  ///   - ids: Gives ids to records if none has one; nil if such records are refused.
  ///   - isChecked: Whether records with the same value in a unique column are refused.
  func insert(into tables: inout Tables, giving ids: IDGenerator? = nil, isChecked: Bool = false) throws {
    if let ids { try giveIDs(in: tables.version(layout), ids) }
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
    if !hasNoIDs { try checkIDs() }
    var kept: KeptColumns?
    try store.writeInPlace { changeset, tables in
      let table = tables.version(layout)
      try giveIDs(in: table, store.ids)
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

  /// Whether there are records, and none has an id: those of other programs, which know nothing of it.
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

extension Collection where Element == any Model.Type {
  /// Returns the model that has a name, or else one that had it before.
  func named(_ name: String) -> (any Model.Type)? {
    first { $0.tableLayout.name == name }
      ?? first { $0.tableLayout.traits.history.formerNames.contains(name) }
  }
}

extension FileReader {
  /// Reads all sections, whose models have to be among the known ones.
  ///
  /// - Parameters:
  ///   - only: The model of records in a file that does not name it.
  ///   - file: The file's name in errors.
  mutating func sections(
    of known: [any Model.Type], only: (any Model.Type)?, unknown: UnknownColumns, file: String
  ) throws -> [LoadedSection] {
    var sections: [LoadedSection] = []
    while let section = try nextSection() {
      let isNamed = section.model != JSONLines.unnamedModel
      if !isNamed && only == nil { throw FileError.unnamedModel(file: file) }
      guard let model = isNamed ? known.named(section.model) : only,
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
    let names = model.tableLayout.fileNames
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
    try section.checkVersion(model.tableLayout, file: file)
    let loaded = LoadedSection(section, model.tableLayout, unknown: unknown, file: file)
    try readRows(of: section, into: loaded)
    return loaded
  }
}

extension TableLayout {
  /// The names that files may have for the model.
  var fileNames: [String] { [name, JSONLines.unnamedModel] + traits.history.formerNames }
}

extension FileSection {
  /// Throws if the records are of a later version of the model.
  func checkVersion(_ layout: TableLayout, file: String) throws(FileError) {
    let known = layout.traits.history.version
    if version > known { throw .newerModel(file: file, model: layout.name, version: version, known: known) }
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
