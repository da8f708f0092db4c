import MotionModelValues

/// Lines of cells that are aligned.
///
/// Widths are those of the header and of the first rows: a table may have more rows than fit in memory twice, and its
/// first lines are printed before its last ones are known. A cell of a later row that is wider moves the rest of its
/// line.
struct TextTable {
  struct Column {
    let title: String
    /// Whether its cells are aligned at the right, as numbers are.
    var isRight = false
  }

  /// How many rows decide the widths.
  static let sampleSize = 1000
  /// How many cells do, if there are very many columns.
  private static let sampleCells = 1_000_000

  private let columns: [Column]
  private let style: Style
  private var widths: [Int]
  private var sample: [[String]] = []
  private var isBegun = false

  init(_ columns: [Column], _ style: Style) {
    (self.columns, self.style) = (columns, style)
    widths = columns.map(\.title.displayWidth)
  }

  mutating func add(_ cells: [String], to console: Console) throws(Console.OutputError) {
    if isBegun { return try write(cells, to: console) }
    sample.append(cells)
    if sample.count == Self.sampleSize || sample.count * columns.count >= Self.sampleCells { try begin(console) }
  }

  /// Writes what is not written yet.
  mutating func end(_ console: Console) throws(Console.OutputError) {
    if !isBegun { try begin(console) }
  }

  private mutating func begin(_ console: Console) throws(Console.OutputError) {
    isBegun = true
    for cells in sample {
      for (index, cell) in cells.enumerated() { widths[index] = max(widths[index], cell.displayWidth) }
    }
    try console.writeLine(line(columns.map(\.title), .bold))
    for cells in sample { try write(cells, to: console) }
    sample = []
  }

  private func write(_ cells: [String], to console: Console) throws(Console.OutputError) {
    try console.writeLine(line(cells, nil))
  }

  private func line(_ cells: [String], _ color: Style.Color?) -> String {
    var line = ""
    // Spaces behind the last cell that is not empty would be of no use.
    let end = cells.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    for (index, cell) in cells[..<end].enumerated() {
      if index > 0 { line += "  " }
      let isLast = index == end - 1 && !columns[index].isRight
      let text = isLast ? cell : cell.padded(to: widths[index], onTheLeft: columns[index].isRight)
      if let color { line += style(text, color) } else { line += cell == "nil" ? style(text, .faint) : text }
    }
    return line
  }
}
