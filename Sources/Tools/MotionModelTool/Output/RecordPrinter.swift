import MotionModel
import MotionModelInspector
import MotionModelValues

/// Prints records of one model as a table, as JSON, as JSON Lines or as comma-separated values.
struct RecordPrinter {
  enum Form {
    case table, json, lines, csv
  }

  private let form: Form
  private let places: [Int]
  /// Whether all columns are printed, in their order.
  private let hasAll: Bool
  private let columns: [StoreDocument.Column]
  /// The printed columns that JSON has of each record. JSON of other programs leaves out the rest.
  private let constant: [Int]
  /// The kinds of printed columns that options say.
  private let kinds: [Int: ColumnKind]
  private let console: Console
  private var table: PrintedTable
  private var csv: CSVFileWriter
  private var isFirst = true
  /// How many cells a spreadsheet would run.
  private var formulas: Int

  /// - Parameters:
  ///   - places: The places of the printed columns.
  ///   - kinds: The kinds of columns of which the file does not say them, by the names.
  init(
    _ records: Records, _ places: [Int], _ form: Form, as kinds: [String: ColumnKind], _ invocation: Invocation
  ) {
    (self.form, self.places, console) = (form, places, invocation.console)
    hasAll = places.elementsEqual(records.names.indices)
    let columns = places.map { records.model.columns[$0] }
    self.columns = columns
    constant = hasAll ? columns.indices.filter { columns[$0].isListed } : Array(columns.indices)
    self.kinds = Dictionary(
      uniqueKeysWithValues: columns.enumerated().compactMap { place, column in kinds[column.name].map { (place, $0) } })
    csv = CSVFileWriter(columns)
    formulas = columns.count { AttributeValue.string($0.name).isFormula }
    table = PrintedTable(
      places.map { TextTable.Column(title: records.names[$0].printable, isRight: records.columns.kinds[$0].isNumeric) },
      invocation.style)
  }

  mutating func begin() throws(Console.OutputError) {
    switch form {
    case .table, .lines: break
    case .json: try console.write("[")
    case .csv: try console.write(lines: csv.takeBytes())
    }
  }

  mutating func print(_ row: RowValues) throws(Console.OutputError) {
    switch form {
    case .table: try table.add(places.map { row[$0].cellText }, to: console)
    case .json, .lines:
      var json = JSONWriter()
      if form == .json { json.write(raw: isFirst ? "\n" : ",\n") }
      json.write(object: members(of: row))
      if form == .lines { json.write(raw: "\n") }
      try console.write(json: String(decoding: json.bytes, as: UTF8.self))
    case .csv:
      let values = values(of: row)
      formulas += values.count { $0.value.isFormula }
      csv.write(values, at: nil)
      try console.write(lines: csv.takeBytes())
    }
    isFirst = false
  }

  /// The values of a row, with the numbers of the printed columns.
  private func values(of row: RowValues) -> [PlacedValue] {
    if hasAll { return row.places.compactMap { place in row[place].map { (place, $0) } } }
    return places.enumerated().compactMap { column, place in row[place].map { (column, $0) } }
  }

  /// The members of an object, with null for what has no value.
  private func members(of row: RowValues) -> [(name: String, value: AttributeValue)] {
    var members = values(of: row)
    let found = Set(members.map(\.column))
    members += constant.filter { !found.contains($0) }.map { ($0, .null) }
    return members.sorted { $0.column < $1.column }.map { column, value in
      (columns[column].name, kinds[column]?.typed(value) ?? value)
    }
  }

  mutating func end() throws(Console.OutputError) {
    switch form {
    case .table: try table.end(console)
    case .lines: break
    case .json: try console.write(isFirst ? "]\n" : "\n]\n")
    case .csv: console.warn(ofFormulas: formulas)
    }
  }
}
