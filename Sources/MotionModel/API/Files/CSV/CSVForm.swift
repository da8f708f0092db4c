/// How a file of CSV is written that another program made.
package struct CSVForm: Sendable, Hashable {
  /// The byte between the fields of a line; nil for a comma, a semicolon or a tab, whichever the first line has most of.
  package var separator: UInt8?
  /// How many lines are before the one with the names of the columns.
  package var skippedLines = 0
  package var ragged = Ragged.refused

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
