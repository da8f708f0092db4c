/// Makes records of the rows of a section.
struct RowLoader {
  private let layout: TableLayout
  /// The columns of the file that the model has, in the order of the model, with their places in a row.
  private let known: [Known]
  /// The columns of the file that the model does not have, by their places. They are empty if ignored.
  private let unknown: [Int: String]
  /// Whether two names of the file are those of one column.
  private let hasTwins: Bool

  private struct Known {
    let place: Int
    let column: ColumnLayout
    let isListed: Bool
  }

  init(_ section: FileSection, _ layout: TableLayout, unknown policy: UnknownColumns) {
    self.layout = layout
    var (known, unknown): ([(place: Int, index: Int)], [Int: String]) = ([], [:])
    var names: Set<String> = []
    for (place, name) in section.allColumns.enumerated() {
      guard let index = layout.traits.columnIndex(name) else {
        unknown[place] = name
        continue
      }
      // A name has its values at its first place.
      if names.insert(name).inserted { known.append((place, index)) }
    }
    self.known = known.sorted { ($0.index, $0.place) < ($1.index, $1.place) }
      .map { Known(place: $0.place, column: layout.columns[$0.index], isListed: $0.place < section.columns.count) }
    self.unknown = policy == .ignore ? [:] : unknown
    hasTwins = Set(known.map(\.index)).count < known.count
  }

  /// What is wrong with one of some rows.
  struct Refusal: Error {
    let row: Int
    let error: AttributeError
  }

  // MARK: - One row

  /// Stores the values of a row in a new record. Columns without a value keep their defaults, or become nil if the file
  /// lists them.
  func load(_ row: FileRow, into record: UnsafeMutableRawPointer) throws(Refusal) {
    do throws(AttributeError) { try loadValues(of: row, into: record) } catch { throw Refusal(row: 0, error: error) }
  }

  private func loadValues(of row: FileRow, into record: UnsafeMutableRawPointer) throws(AttributeError) {
    if !unknown.isEmpty, let name = row.places.compactMap({ unknown[$0] }).min() {
      throw .unknownColumn(model: layout.name, column: name)
    }
    var last: String?
    for known in known {
      let value = row[known.place]
      // Two names of the file may be those of one column.
      if last == known.column.name {
        if value == nil { continue }
        throw .duplicateColumn(model: layout.name, column: known.column.name)
      }
      try load(value, into: record, known)
      if value != nil { last = known.column.name }
    }
  }

  private func load(
    _ value: AttributeValue?, into record: UnsafeMutableRawPointer, _ known: Known
  ) throws(AttributeError) {
    if value == nil && !(known.isListed && known.column.operations.isOptional) { return }
    if let reason = known.column.operations.load(value ?? .null, record) {
      throw .cast(model: layout.name, column: known.column.name, reason)
    }
  }

  // MARK: - Many rows

  /// Stores the values of rows in new records, column by column.
  func load(_ rows: PackedRows, into records: UnsafeMutableRawPointer) throws(Refusal) {
    if hasTwins { return try loadSingly(rows, into: records) }
    for (place, name) in unknown {
      if let row = rows.columns[place].firstPresent(of: rows.count) {
        throw Refusal(row: row, error: .unknownColumn(model: layout.name, column: name))
      }
    }
    let stride = layout.memory.stride
    for known in known {
      let column = rows.columns[known.place]
      if let packing = known.column.operations.packing, packing.unpack(column, records, stride) { continue }
      for (row, value) in column.attributes.enumerated() {
        do throws(AttributeError) { try load(value, into: records + row * stride, known) } catch {
          throw Refusal(row: row, error: error)
        }
      }
    }
  }

  private func loadSingly(_ rows: PackedRows, into records: UnsafeMutableRawPointer) throws(Refusal) {
    for (number, row) in rows.fileRows.enumerated() {
      do throws(AttributeError) { try loadValues(of: row, into: records + number * layout.memory.stride) } catch {
        throw Refusal(row: number, error: error)
      }
    }
  }
}

extension PackedColumn {
  /// Returns the first row that has a value; nil if none has.
  fileprivate func firstPresent(of count: Int) -> Int? {
    if let present { return present.firstIndex(of: true) }
    return count > 0 ? 0 : nil
  }
}
