extension SQLError {
  /// A constraint of a table that a row breaks.
  public struct Constraint: Sendable, Hashable {
    /// The kinds of constraints. Those that keep values unique are ``SQLError/notUnique(statement:constraint:)``.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A key leads to no row, or a row is deleted to which a key leads.
      case foreignKey = "foreign key"
      /// A condition on the row does not hold.
      case check
      /// A column must have a value.
      case required = "not null"
      /// Two rows exclude each other, such as bookings that overlap.
      case exclusion
    }

    /// The kind of constraint.
    public let kind: Kind
    /// The name of the table, which is that of its model; empty if the database does not say it.
    public internal(set) var table: String
    /// The columns that the constraint has to do with; empty if the database does not say them.
    public internal(set) var columns: [String]
    /// The name of the constraint; empty if it has none.
    public let name: String

    package init(_ kind: Kind, table: String = "", columns: [String] = [], name: String = "") {
      (self.kind, self.table, self.columns, self.name) = (kind, table, columns, name)
    }
  }
}

extension SQLError.Constraint: CustomStringConvertible {
  /// `A row of Booking breaks the check constraint "paid" (amount)`.
  public var description: String {
    let (name, columns) = (name.isEmpty ? "" : " \"\(name)\"", columns.joined(separator: ", "))
    return """
      A row\(table.isEmpty ? "" : " of \(table)") breaks the \(kind.rawValue) constraint\(name)\
      \(columns.isEmpty ? "" : " (\(columns))")
      """
  }
}
