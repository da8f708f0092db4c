import MotionModelValues

/// A table of text that is printed line by line.
///
/// Widths are those of the header and of the first rows: a table may have more rows than fit in memory twice, and its
/// first lines are printed before its last ones are known.
struct PrintedTable {
  /// How many rows decide the widths.
  static let sampleSize = 1000
  /// How many cells do, if there are very many columns.
  private static let sampleCells = 1_000_000

  private let style: Style
  private var table: TextTable
  private var sample: [[String]] = []
  private var isBegun = false

  init(_ columns: [TextTable.Column], _ style: Style) { (table, self.style) = (TextTable(columns), style) }

  mutating func add(_ cells: [String], to console: Console) throws(Console.OutputError) {
    if isBegun { return try write(cells, to: console) }
    sample.append(cells)
    table.widen(for: cells)
    if sample.count == Self.sampleSize || sample.count * cells.count >= Self.sampleCells { try begin(console) }
  }

  /// Writes what is not written yet.
  mutating func end(_ console: Console) throws(Console.OutputError) {
    if !isBegun { try begin(console) }
  }

  private mutating func begin(_ console: Console) throws(Console.OutputError) {
    isBegun = true
    try console.writeLine(table.line(table.titles) { style($1, .bold) })
    for cells in sample { try write(cells, to: console) }
    sample = []
  }

  private func write(_ cells: [String], to console: Console) throws(Console.OutputError) {
    try console.writeLine(table.line(cells) { $0 == "nil" ? style($1, .faint) : $1 })
  }
}
