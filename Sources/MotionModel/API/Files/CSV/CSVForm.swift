/// How a file of CSV is written that another program made.
package struct CSVForm: Sendable, Hashable {
  /// The byte between the fields of a line; nil for the most frequent of comma, semicolon and tab in the first line.
  package var separator: UInt8?
  /// How many lines are before the one with the names of the columns.
  package var skippedLines = 0
  package var ragged = Ragged.refused
  /// Whether lines that are written end as on Windows.
  package var hasCarriageReturns = false

  /// What is done with a line that has another number of fields than the first one.
  package enum Ragged: String, Sendable, CaseIterable {
    /// The file is refused.
    case refused
    /// Fields that are missing have no value, and further fields are left out.
    case fill
    /// The line is left out.
    case skip
  }

  package init() {}
}
