public import MotionModelValues

/// Why a database, or a table of it, refused something. Nothing was written, unless the case says otherwise.
///
/// Messages name files, servers, models, columns and statements, never values or passwords.
@nonexhaustive
public enum SQLError: DescribedError, Hashable {
  /// The file is not a database, or the server cannot be reached or refuses the user.
  case notConnected(to: String, reason: String)
  /// All connections of the pool were in use for longer than its time-out.
  case noFreeConnection(limit: Int)
  /// Another program has held a lock for longer than the time-out.
  case busy(statement: String)
  /// The statement took longer than the time-out, and was stopped.
  case timedOut(statement: String)
  /// The task was cancelled, and the statement was stopped.
  case cancelled(statement: String)
  /// The connection was lost before the commit.
  case connectionLost(statement: String, reason: String)
  /// The connection was lost during the commit, and it is not known whether the database has committed.
  case outcomeUnknown(reason: String)
  /// Another transaction was in the way of this one, which may succeed if it is run again. The code is that of the
  /// database.
  case conflict(statement: String, code: String)
  /// The database refused a statement, with its code and, unless these may contain values, its words.
  case refused(statement: String, code: String, reason: String)
  /// Rows with the same values in unique columns cannot be written. The constraint is named as the database names it.
  case notUnique(statement: String, constraint: String)
  /// A row breaks a constraint of its table, such as one that others have declared.
  case constraint(Constraint, statement: String)
  /// A model cannot have a table.
  case noTable(model: String, reason: String)
  /// The table of a model is not as its schema wants it.
  case otherTable(model: String, differences: [String])
  /// The table of a model, which others have made, cannot keep its records as memory does.
  case unsuitableTable(model: String, reason: String)
  /// Records were to be locked outside of a transaction, which would release them at once.
  case lockOutsideTransaction(model: String)
  /// The recorded migrations do not fit those that are given: one is named twice, is not known, or cannot be undone.
  case unfitMigration(name: String, reason: String)
  /// A value of a row cannot be a value of its column.
  case unreadableValue(model: String, column: String, CastError)
  /// A value of a record has no form that could be read again.
  case unwritableValue(model: String, column: String, CastError)
}

extension SQLError {
  /// One sentence that says what failed, and why.
  public var description: String {
    switch self {
    case .notConnected(let database, let reason): "\(database) cannot be used as a database: \(reason)."
    case .noFreeConnection(let limit):
      "All \(limit) connections to the database are in use: try again later, or allow more."
    case .busy(let statement):
      "The database is busy, because another program has locked it, so this cannot be done now: \(statement)"
    case .cancelled(let statement): "The task was cancelled while the database was at: \(statement)"
    case .timedOut(let statement): "The database took longer than the time-out for: \(statement)"
    case .connectionLost(let statement, let reason):
      "The connection to the database was lost (\(reason)), and nothing was written, at: \(statement)"
    case .outcomeUnknown(let reason):
      "The connection to the database was lost during a commit (\(reason)): look whether the records were written."
    case .conflict(let statement, let code):
      "Another transaction was in the way of this one (\(code)), so run it again; it was at: \(statement)"
    case .refused(let statement, let code, let reason): "The database says \(reason) (\(code)) to: \(statement)"
    case .notUnique(let statement, let constraint):
      "The database has the same values in the unique columns of \(constraint) already, so it refused: \(statement)"
    case .constraint(let constraint, let statement): "\(constraint), so the database refused: \(statement)"
    case .noTable(let model, let reason): "\(model) has no table: \(reason)"
    case .otherTable(let model, let differences):
      "The table of \(model) cannot be used, because \(differences.joined(separator: ", ")): migrate it."
    case .unsuitableTable(let model, let reason): "The table of \(model) cannot be used, because \(reason)."
    case .lockOutsideTransaction(let model):
      "Records of \(model) were to be locked outside of a transaction, so read them in store.transaction."
    case .unfitMigration(let name, let reason): "The migration \"\(name)\" \(reason)."
    case .unreadableValue(let model, let column, let error):
      "A record of \(model) cannot be read, because of its column \"\(column)\": \(error)."
    case .unwritableValue(let model, let column, let error):
      "A record of \(model) cannot be written, because of its column \"\(column)\": \(error)."
    }
  }
}

extension SQLError {
  /// Whether a prepared statement was refused before it was executed: its table has changed since, or the server has
  /// forgotten it.
  package var isOfOldStatement: Bool {
    switch self {
    case .refused(_, "0A000", _), .refused(_, "26000", _): true
    default: false
    }
  }
}
