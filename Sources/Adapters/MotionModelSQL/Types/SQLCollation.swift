package import MotionModel

/// A collation of ours in SQLite, by which values are compared as in memory.
package enum SQLCollation: String, Sendable, CaseIterable {
  /// Compares strings by their composed forms, as Swift does.
  case strings = "MOTIONMODEL"
  /// Compares decimal numbers that are written as text; NaN is behind all of them.
  case decimals = "MOTIONMODEL_DECIMAL"

  /// The name, by which connections know it.
  package var name: String { rawValue }

  /// Chooses the collation of a column; nil when the engine's own comparison is right.
  package init?(_ column: TableForm.Column, in dialect: SQLDialect) {
    guard dialect == .sqlite else { return nil }
    switch SQLStorage(column.type) {
    case .string: self = .strings
    case .decimal: self = .decimals
    default: return nil
    }
  }
}
