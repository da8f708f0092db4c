import MotionModel
import MotionModelValues

/// Prints records of one model as a table, as JSON or as comma-separated values.
struct RecordPrinter {
  enum Form {
    case table, json, csv
  }

  private let form: Form
  private let places: [Int]
  private let titles: [String]
  private let console: Console
  private var table: TextTable
  private var isFirst = true

  /// - Parameter places: The places of the printed columns.
  init(_ records: Records, _ places: [Int], _ form: Form, _ invocation: Invocation) {
    (self.form, self.places, console) = (form, places, invocation.console)
    titles = places.map { records.names[$0] }
    table = TextTable(
      places.map { TextTable.Column(title: records.names[$0].printable, isRight: records.isNumeric($0)) },
      invocation.style)
  }

  mutating func begin() throws(Console.OutputError) {
    switch form {
    case .table: break
    case .json: try console.write("[")
    case .csv: try console.writeLine(titles.map(\.csvField).joined(separator: ","))
    }
  }

  mutating func print(_ row: Row) throws(Console.OutputError) {
    switch form {
    case .table: try table.add(places.map { row[$0].cellText }, to: console)
    case .json:
      var json = JSONWriter()
      json.write(raw: isFirst ? "\n" : ",\n")
      json.write(zip(titles, places.map { row[$0] }))
      try console.write(json.bytes)
    case .csv: try console.writeLine(places.map { row[$0].csvField }.joined(separator: ","))
    }
    isFirst = false
  }

  mutating func end() throws(Console.OutputError) {
    switch form {
    case .table: try table.end(console)
    case .json: try console.write(isFirst ? "]\n" : "\n]\n")
    case .csv: break
    }
  }
}

extension JSONWriter {
  /// Writes an object with the members that have a value, in their order.
  mutating func write(_ members: some Sequence<(String, AttributeValue?)>) {
    write(raw: "{")
    var isFirst = true
    for case (let name, let value?) in members {
      if !isFirst { write(raw: ", ") }
      isFirst = false
      write(quoted: name)
      write(raw: ": ")
      write(value)
    }
    write(raw: "}")
  }
}

extension Records {
  /// Whether a column has numbers.
  func isNumeric(_ place: Int) -> Bool {
    switch columns[names[place]]?.kind {
    case .integer, .double, .decimal, .number: true
    default: false
    }
  }
}

extension Optional<AttributeValue> {
  /// The value in a file of comma-separated values: nil is an empty field, and an empty string is a pair of quotes.
  fileprivate var csvField: String {
    switch self {
    case nil, .null: ""
    case .string(let text): text.isEmpty ? "\"\"" : text.csvField
    case .array?, .dictionary?: JSONFormat.written(self ?? .null).csvField
    case let value?: value.plainString.csvField
    }
  }
}

extension String {
  fileprivate var csvField: String {
    let needsQuotes = utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    return needsQuotes ? "\"" + replacing("\"", with: "\"\"") + "\"" : self
  }
}
