#if SQLite
  public import Foundation
  public import MotionModelValues

  /// Why SQLite, or a table of it, refused something. The database is unchanged.
  ///
  /// Messages name files, models, columns and statements, never values.
  @nonexhaustive
  public enum SQLiteError: Error, Hashable {
    /// The file cannot be opened as a database.
    case notOpened(file: String, reason: String)
    /// Another program has held a lock for longer than the time-out.
    case busy(statement: String)
    /// SQLite refused a statement, with its extended result code and its own words.
    case refused(statement: String, code: Int, reason: String)
    /// Rows with the same values in unique columns cannot be written.
    case notUnique(statement: String, reason: String)
    /// A model cannot have a table.
    case noTable(model: String, reason: String)
    /// The table of a model is not as its schema wants it.
    case otherTable(model: String, differences: [String])
    /// A value of a row cannot be a value of its column.
    case unreadableValue(model: String, column: String, CastError)
    /// A value of a record has no form that could be read again.
    case unwritableValue(model: String, column: String, CastError)
  }

  extension SQLiteError: CustomStringConvertible {
    /// One sentence that says what failed, and why.
    public var description: String {
      switch self {
      case .notOpened(let file, let reason): "\(file) cannot be opened as an SQLite database: \(reason)."
      case .busy(let statement):
        "The database is busy, because another program has locked it, so this cannot be done now: \(statement)"
      case .refused(let statement, let code, let reason): "SQLite says \(reason) (\(code)) to: \(statement)"
      case .notUnique(let statement, let reason): "SQLite says \(reason) to: \(statement)"
      case .noTable(let model, let reason): "\(model) has no table: \(reason)"
      case .otherTable(let model, let differences):
        "The table of \(model) cannot be used, because \(differences.joined(separator: ", ")): migrate it."
      case .unreadableValue(let model, let column, let error):
        "A \(model) cannot be read, because of its column \"\(column)\": \(error)."
      case .unwritableValue(let model, let column, let error):
        "A \(model) cannot be written, because of its column \"\(column)\": \(error)."
      }
    }
  }

  extension SQLiteError: LocalizedError {
    /// The description, which is also the `localizedDescription`.
    public var errorDescription: String? { description }
  }
#endif
