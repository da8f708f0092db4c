import MotionModel
import MotionModelInspector
import MotionModelValues

/// Prints records of one model as a table, as JSON or as comma-separated values.
struct RecordPrinter {
  enum Form {
    case table, json, csv
  }

  private let form: Form
  private let places: [Int]
  /// Whether all columns are printed, in their order.
  private let hasAll: Bool
  private let columns: [ColumnDocument]
  private let console: Console
  private var table: PrintedTable
  private var csv: CSVFileWriter
  private var isFirst = true
  /// How many cells a spreadsheet would run.
  private var formulas: Int

  /// - Parameter places: The places of the printed columns.
  init(_ records: Records, _ places: [Int], _ form: Form, _ invocation: Invocation) {
    (self.form, self.places, console) = (form, places, invocation.console)
    hasAll = places.elementsEqual(records.names.indices)
    columns = places.map { records.model.columns[$0] }
    csv = CSVFileWriter(columns)
    formulas = columns.count { AttributeValue.string($0.name).isFormula }
    table = PrintedTable(
      places.map { TextTable.Column(title: records.names[$0].printable, isRight: records.isNumeric($0)) },
      invocation.style)
  }

  mutating func begin() throws(Console.OutputError) {
    switch form {
    case .table: break
    case .json: try console.write("[")
    case .csv: try console.write(lines: csv.takeBytes())
    }
  }

  mutating func print(_ row: Row) throws(Console.OutputError) {
    switch form {
    case .table: try table.add(places.map { row[$0].cellText }, to: console)
    case .json:
      var json = JSONWriter()
      json.write(raw: isFirst ? "\n" : ",\n")
      json.write(object: values(of: row).map { (columns[$0.column].name, $0.value) })
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
  private func values(of row: Row) -> [PlacedValue] {
    if hasAll { return row.places.compactMap { place in row[place].map { (place, $0) } } }
    return places.enumerated().compactMap { column, place in row[place].map { (column, $0) } }
  }

  mutating func end() throws(Console.OutputError) {
    switch form {
    case .table: try table.end(console)
    case .json: try console.write(isFirst ? "]\n" : "\n]\n")
    case .csv: console.warn(ofFormulas: formulas)
    }
  }
}

extension Records {
  /// Whether a column has numbers.
  func isNumeric(_ place: Int) -> Bool {
    switch columns.kinds[place] {
    case .integer, .double, .decimal, .number: true
    default: false
    }
  }
}
