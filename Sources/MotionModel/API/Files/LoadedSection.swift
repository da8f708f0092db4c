/// The records of a section of a file, before they are those of a store.
protocol LoadedSection {
  var modelName: String { get }
  /// Replaces the records of the model in a store.
  func replace(in store: Store, file: String) throws
}

extension FileReader {
  /// Reads all sections, whose models have to be among the known ones.
  ///
  /// - Parameter file: The file's name in errors.
  mutating func sections(
    of known: [any Model.Type], unknown: UnknownColumns, file: String
  ) throws -> [any LoadedSection] {
    var sections: [any LoadedSection] = []
    while let section = try nextSection() {
      if section.model == JSONLines.unnamedModel {
        throw FileError.notRecords(file: file, expected: "a first line that says which models follow")
      }
      guard let model = known.first(where: { String(describing: $0) == section.model }) else {
        throw FileError.unknownModel(file: file, model: section.model)
      }
      sections.append(try records(of: section, model, unknown: unknown, file: file))
    }
    return sections.sorted { $0.modelName < $1.modelName }
  }

  /// Reads a file that has to hold records of one model.
  mutating func onlySection(
    of model: any Model.Type, unknown: UnknownColumns, file: String
  ) throws -> any LoadedSection {
    let expected = String(describing: model)
    var (section, found): ((any LoadedSection)?, [String]) = (nil, [])
    while let next = try nextSection() {
      found.append(next.model)
      if next.model == expected || next.model == JSONLines.unnamedModel {
        section = try records(of: next, model, unknown: unknown, file: file)
      } else {
        try skip(next)
      }
    }
    guard let section, found.count == 1 else {
      throw FileError.otherModel(file: file, expected: expected, found: found.sorted())
    }
    return section
  }

  private mutating func skip(_ section: FileSection) throws {
    var row = FileRow(section)
    while try readRow(into: &row) { row.removeAll() }
  }

  /// Reads the rest of a section.
  ///
  /// - Parameter file: The file's name in errors.
  mutating func records(
    of section: FileSection, _ model: any Model.Type, unknown: UnknownColumns, file: String
  ) throws -> any LoadedSection {
    func read<Record: Model>(_ model: Record.Type) throws -> any LoadedSection {
      try SectionRecords<Record>(section, from: &self, unknown: unknown, file: file)
    }
    return try read(model)
  }
}

/// Returns the records of a model that a file of a whole store does not name.
func noRecords(of model: any Model.Type) -> any LoadedSection {
  func none<Record: Model>(of model: Record.Type) -> any LoadedSection { SectionRecords<Record>() }
  return none(of: model)
}

private struct SectionRecords<Record: Model>: LoadedSection {
  private var records: [Record] = []
  private var nextNumber = 1

  var modelName: String { Record.schema.modelName }

  init() {}

  init(_ section: FileSection, from reader: inout some FileReader, unknown: UnknownColumns, file: String) throws {
    nextNumber = section.nextNumber
    let loader = RecordLoader<Record>(section, unknown: unknown)
    var row = FileRow(section)
    while try reader.readRow(into: &row) {
      do throws(AttributeError) {
        records.append(try loader.record(of: row))
      } catch {
        throw FileError.row(file: file, model: modelName, row: records.count + 1, error)
      }
      row.removeAll()
    }
  }

  func replace(in store: Store, file: String) throws {
    let table = store.table(Record.self)
    let loaded = try table.loaded(records)
    try store.loadAll(table.layout)
    try store.write { Changeset(try changes(to: $0.version(table.layout), loaded, file: file)) }
  }

  /// Returns the changes that replace a table's rows by records, in their order.
  private func changes(
    to table: TableVersion, _ records: [Record], file: String
  ) throws(FileError) -> ChangesetPart {
    var kept: Set<Record.ID> = []
    kept.reserveCapacity(records.count)
    for (index, record) in records.enumerated() {
      guard record.id.isAssigned, kept.insert(record.id).inserted else {
        throw .rowID(file: file, model: modelName, row: index + 1)
      }
    }
    var changes = ChangesetPart(table.layout, capacity: records.count)
    changes.isBulk = true
    Selection(table, where: .constant(true)).forEach { row, position in
      if !kept.contains(row.bound(to: Record.self).pointee.id) {
        changes.append(old: row, new: nil, position: position)
      }
    }
    let positions = records.map { record in withUnsafePointer(to: record) { table.position(of: UnsafeRawPointer($0)) } }
    // An adapter has an order of its own.
    let places = table.layout.isExternal ? positions : FileOrder.places(of: positions)
    for (index, record) in records.enumerated() {
      withUnsafePointer(to: record) {
        table.appendDifference(to: UnsafeRawPointer($0), at: positions[index], places[index], to: &changes)
      }
    }
    if nextNumber > table.nextNumber { changes.nextNumber = nextNumber }
    return changes
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
