/// The error of a file that cannot be loaded: which table, which row, and why.
public enum LoadingError: Error, Hashable, CustomStringConvertible {
  /// The data are not JSON.
  case notJSON
  /// The JSON is not a dictionary.
  case notTables
  /// A table has no model of its name.
  case unknownTable(String)
  /// A table is missing.
  case missingTable(String)
  /// A table is not an array.
  case notRows(table: String)
  /// A row, counted from 1, does not fit the model, or the store refused it.
  case refused(table: String, row: Int, String)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .notJSON: "The file is not JSON."
    case .notTables: "The file is not a dictionary of tables."
    case .unknownTable(let table): "The file has a table \"\(table)\", which the music shop has no model for."
    case .missingTable(let table): "The file has no table \"\(table)\"."
    case .notRows(let table): "The table \"\(table)\" is not an array of rows."
    case .refused(let table, let row, let reason): "Row \(row) of the table \"\(table)\" cannot be loaded: \(reason)"
    }
  }
}
