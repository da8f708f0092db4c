import MotionModelValues

extension TableDescription {
  /// Returns the table as lines for a terminal or a file of text: a head, and a line for each row.
  ///
  /// ```swift
  /// for line in table.lines(width: ProcessTerminal().columns) { print(line) }
  /// // Todos
  /// // Name          Project     Due date
  /// // ------------  -------  ----------
  /// // Walk the dog  House    15.09.2012
  /// ```
  ///
  /// Columns are as wide as their texts if all of them fit. If not, the widest are narrowed to one width, and what does
  /// not fit in a cell is cut with …. Columns for which there is no room at all are left out at the end, and … is in
  /// their place. Numbers end where their column does. What would command a terminal is shown as a sign.
  ///
  /// - Parameters:
  ///   - width: How many characters fit in a line.
  ///   - none: What stands in place of the rows if there are none.
  /// - Complexity: O(*n*) in the length of the texts.
  public func lines(width: Int, none: String = FormTerminalWords().none) -> [String] {
    let layout = TableLayout(self, width: max(1, width))
    var lines = [title.shown.cut(to: max(1, width))]
    lines += [layout.line(columns.map(\.label.shown)), layout.rule]
    lines += layout.cells.map { layout.line($0) }
    if rows.isEmpty { lines.append("(\(none))".cut(to: max(1, width))) }
    return lines + (hasMore ? ["…"] : [])
  }

  /// Returns a record as lines for a terminal or a file of text: one for each column, or more where its text is long.
  ///
  /// ```swift
  /// table.lines(of: table.rows[0], width: 40)     // => ["Name:     Walk the dog", "Project:  House", …]
  /// ```
  ///
  /// - Parameters:
  ///   - row: A row of the table.
  ///   - width: How many characters fit in a line.
  public func lines(of row: TableDescription.Row, width: Int) -> [String] {
    let labels = columns.map { "\($0.label.shown):" }
    let isNarrow = width < 24
    let widest = isNarrow ? 0 : min(labels.map(\.displayWidth).max() ?? 0, width / 2)
    let lines = zip(labels, row.cells).flatMap { label, cell in
      let texts = cell.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
        $0.shown.wrapped(to: max(1, width - widest - 2))
      }
      if isNarrow { return [label] + texts.filter { !$0.isEmpty }.map { "  \($0)" } }
      return texts.enumerated().map { "\(($0 == 0 ? label : "").fitted(to: widest))  \($1)" }
    }
    return lines.map { $0.cut(to: max(1, width)).withoutTrailingSpaces }
  }
}

/// How the columns of a table share the width of a terminal.
private struct TableLayout {
  let cells: [[String]]
  /// The columns that there is room for, and one for the sign that there are more.
  private let table: TextTable
  private let isCut: Bool
  private let width: Int

  private static let gap = 2
  /// The least width of a column that does not fit.
  private static let least = 4

  init(_ table: TableDescription, width: Int) {
    cells = table.rows.map { row in row.cells.map(\.shown) }
    let columns = table.columns.map { TextTable.Column(title: $0.label.shown, isRight: $0.isNumber) }
    var whole = TextTable(columns)
    for row in cells { whole.widen(for: row) }
    let widths: [Int]
    (widths, isCut) = Self.fitted(whole.widths.map { max(1, $0) }, width)
    self.table = TextTable(columns.prefix(widths.count) + [.init(title: "…")], widths: widths + [1])
    self.width = width
  }

  /// Returns widths that fit: of as many columns as there is room for, each as it was or narrowed to the greatest width
  /// that all can have.
  private static func fitted(_ widths: [Int], _ width: Int) -> ([Int], isCut: Bool) {
    func total(_ widths: some Collection<Int>) -> Int { widths.reduce(0, +) + gap * max(0, widths.count - 1) }
    if total(widths) <= width { return (widths, false) }
    var kept = widths[...]
    // The sign for columns that are left out takes its place, too.
    while kept.count > 1, total(kept.map { min($0, least) }) > width - (kept.count < widths.count ? gap + 1 : 0) {
      kept.removeLast()
    }
    let isCut = kept.count < widths.count
    let room = max(1, width - (isCut ? gap + 1 : 0))
    var (low, high) = (1, max(1, kept.max() ?? 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if total(kept.map { min($0, middle) }) <= room { low = middle } else { high = middle - 1 }
    }
    var rest = room - total(kept.map { min($0, low) })
    return (
      kept.map { width in
        guard width > low else { return width }
        defer { rest -= 1 }
        return rest > 0 ? low + 1 : low
      }, isCut
    )
  }

  func line(_ cells: [String]) -> String {
    let parts = zip(table.widths.dropLast(), cells).map { $1.cut(to: $0) }
    return table.line(parts + [isCut ? "…" : ""]).cut(to: width).withoutTrailingSpaces
  }

  var rule: String { line(table.widths.map { String(repeating: "-", count: $0) }) }
}
