/// Makes records of the rows of a section.
struct RowLoader {
  private let layout: TableLayout
  /// The columns of the file that the model has, in the order of the model, with their places in a row.
  private let known: [Known]
  /// The columns of the file that the model does not have, by their places, if they are refused.
  private let refused: [Int: String]
  /// The numbers of the columns that are kept, by their places.
  private let kept: [Int: Int]
  /// The columns that are kept; nil if there are none.
  let keptColumns: KeptColumns?
  /// Whether two names of the file name one column.
  private let hasTwins: Bool
  /// Whether the file has a column under a name that it had before.
  let usesFormerNames: Bool

  private struct Known {
    let place: Int
    let column: ColumnLayout
    let isListed: Bool
    /// What strings mean, in a file that has nothing else.
    let form: FieldForm?
  }

  init(_ section: FileSection, _ layout: TableLayout, unknown policy: UnknownColumns) {
    self.layout = layout
    var (known, unknown): ([(place: Int, index: Int)], [Int: String]) = ([], [:])
    var names: Set<String> = []
    let columnIndex = layout.columnIndex(amongst: section.allColumns)
    for (place, name) in section.allColumns.enumerated() {
      // A name has its values at its first place.
      guard names.insert(name).inserted else { continue }
      if let index = columnIndex(name) { known.append((place, index)) } else { unknown[place] = name }
    }
    self.known = known.sorted { ($0.index, $0.place) < ($1.index, $1.place) }
      .map {
        let column = layout.columns[$0.index]
        return Known(
          place: $0.place, column: column, isListed: $0.place < section.columns.count,
          form: section.isText ? FieldForm(column.operations.columnType) : nil)
      }
    refused = policy == .refuse ? unknown : [:]
    let places = policy == .keep ? unknown.keys.sorted() : []
    kept = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })
    keptColumns = places.isEmpty ? nil : KeptColumns(section, places)
    usesFormerNames = known.contains { layout.traits.columnIndex(section.allColumns[$0.place]) == nil }
    hasTwins = Set(known.map(\.index)).count < known.count
  }

  /// The fault of one of some rows.
  struct Refusal: Error {
    let row: Int
    let error: AttributeError
  }

  // MARK: - One row

  /// Stores the values of a row in a new record. Columns without a value keep their defaults, or become nil if the file
  /// lists them.
  func load(_ row: FileRow, into record: MutableRow) throws(Refusal) {
    do throws(AttributeError) { try loadValues(of: row, into: record) } catch { throw Refusal(row: 0, error: error) }
  }

  private func loadValues(of row: FileRow, into record: MutableRow) throws(AttributeError) {
    if !refused.isEmpty, let name = row.places.compactMap({ refused[$0] }).min() {
      throw .unknownColumn(model: layout.name, column: name)
    }
    var last: String?
    for known in known {
      let value = row[known.place]
      // Two names of the file may name one column.
      if last == known.column.name {
        if value == nil { continue }
        throw .duplicateColumn(model: layout.name, column: known.column.name)
      }
      try load(value, into: record, known)
      if value != nil { last = known.column.name }
    }
  }

  private func load(_ value: AttributeValue?, into record: MutableRow, _ known: Known) throws(AttributeError) {
    if value == nil && !(known.isListed && known.column.operations.isOptional) { return }
    var value = value
    if let form = known.form, case .string(let text)? = value { value = form.value(of: text) }
    if let reason = known.column.operations.load(value ?? .null, record) {
      throw .cast(model: layout.name, column: known.column.name, reason)
    }
  }

  /// Returns the values of a row that are kept. One that could not be written again is refused.
  func kept(of row: FileRow) throws(Refusal) -> [KeptColumns.Value] {
    if kept.isEmpty { return [] }
    var values: [KeptColumns.Value] = []
    for place in row.places {
      if let column = kept[place], let value = row[place] { values.append(try checked(value, of: column, row: 0)) }
    }
    return values
  }

  private func checked(
    _ value: AttributeValue, of column: Int, row: Int
  ) throws(Refusal) -> KeptColumns.Value {
    do throws(CastError) { return KeptColumns.Value(column: column, value: try value.checkedForWriting()) } catch {
      let name = keptColumns?.names[column] ?? ""
      throw Refusal(row: row, error: .cast(model: layout.name, column: name, error))
    }
  }

  /// Returns the values of rows that are kept, by the numbers of the rows.
  func kept(of rows: PackedRows) throws(Refusal) -> [Int: [KeptColumns.Value]] {
    var values: [Int: [KeptColumns.Value]] = [:]
    for (place, column) in kept {
      try rows.columns[place].forEach { row, value throws(Refusal) in
        values[row, default: []].append(try checked(value, of: column, row: row))
      }
    }
    return values
  }

  // MARK: - Many rows

  /// Stores the values of rows in new records, column by column.
  func load(_ rows: PackedRows, into records: MutableRow) throws(Refusal) {
    if hasTwins { return try loadSingly(rows, into: records) }
    for (place, name) in refused {
      if let row = rows.columns[place].attributes.firstIndex(where: { $0 != nil }) {
        throw Refusal(row: row, error: .unknownColumn(model: layout.name, column: name))
      }
    }
    let stride = layout.memory.stride
    for known in known {
      let column = rows.columns[known.place]
      // Columns that the file does not list keep their defaults in rows without a value.
      if known.isListed || column.present == nil, let packing = known.column.operations.packing,
        packing.unpack(column, records, stride)
      {
        continue
      }
      for (row, value) in column.attributes.enumerated() {
        do throws(AttributeError) { try load(value, into: records + row * stride, known) } catch {
          throw Refusal(row: row, error: error)
        }
      }
    }
  }

  private func loadSingly(_ rows: PackedRows, into records: MutableRow) throws(Refusal) {
    var row = FileRow(placeCount: rows.columns.count)
    for (number, values) in rows.rows.enumerated() {
      row.removeAll()
      row.set(values)
      do throws(AttributeError) { try loadValues(of: row, into: records + number * layout.memory.stride) } catch {
        throw Refusal(row: number, error: error)
      }
    }
  }
}

extension TableLayout {
  /// Returns a function that finds the column for a present or former name in a file. If the file has the present name
  /// too, the former name belongs to an unknown column.
  ///
  /// - Parameter names: All names in the file.
  func columnIndex(amongst names: [String]) -> (String) -> Int? {
    let former = traits.history.formerColumns
    if former.isEmpty { return traits.columnIndex }
    let present = Set(names.compactMap(traits.columnIndex))
    return { [traits] name in
      traits.columnIndex(name) ?? former[name].flatMap { present.contains($0) ? nil : $0 }
    }
  }
}

extension KeptColumns {
  fileprivate init(_ section: FileSection, _ places: [Int]) {
    let names = section.allColumns
    let kept = Set(places.map { names[$0] })
    self.init(
      listed: places.filter { $0 < section.columns.count }.map { names[$0] },
      unlisted: places.filter { $0 >= section.columns.count }.map { names[$0] },
      types: section.types.filter { kept.contains($0.key) })
  }
}
