/// Cells in columns that spaces align, in text whose characters are one or two places wide.
package struct TextTable: Sendable {
  package struct Column: Sendable {
    let title: String
    /// Whether its cells end where the column does, as numbers do.
    let isRight: Bool

    package init(title: String, isRight: Bool = false) { (self.title, self.isRight) = (title, isRight) }
  }

  private let columns: [Column]
  /// How wide each column is: as its title, or as the widest cell that it was widened for.
  private(set) var widths: [Int]

  package init(_ columns: [Column]) {
    self.columns = columns
    widths = columns.map(\.title.displayWidth)
  }

  /// The cells above the columns.
  package var titles: [String] { columns.map(\.title) }

  /// Makes the columns as wide as the cells of a row need.
  package mutating func widen(for cells: [String]) {
    for (place, cell) in zip(widths.indices, cells) { widths[place] = max(widths[place], cell.displayWidth) }
  }

  /// Returns the line of a row. A cell that is wider than its column moves the rest of the line.
  ///
  /// - Parameter style: Returns a cell as it is printed, from its text without and with the spaces that align it.
  package func line(
    _ cells: [String], style: (_ cell: String, _ aligned: String) -> String = { $1 }
  ) -> String {
    // Spaces behind the last cell that is not empty would be of no use.
    let end = cells.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    let parts = zip(columns.indices, cells[..<end]).map { place, cell in
      let isLast = place == end - 1 && !columns[place].isRight
      return style(cell, isLast ? cell : cell.padded(to: widths[place], onTheLeft: columns[place].isRight))
    }
    return parts.joined(separator: "  ")
  }
}
