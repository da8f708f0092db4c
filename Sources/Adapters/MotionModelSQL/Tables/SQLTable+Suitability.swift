import MotionModel

extension SQLTable {
  /// Returns why this table, which others have made, cannot keep the records of a model as memory does, and what to do
  /// about it; nil if its columns do not stand in the way.
  func obstacle(to form: TableForm, in dialect: SQLDialect) -> String? {
    for column in form.columns {
      guard let found = columns.first(where: { $0.name == column.name }) else { continue }
      if found.isGenerated {
        return """
          the database computes its column "\(column.name)": leave it out of the schema, and compute it in the model
          """
      }
      if dialect != .sqlite { continue }
      guard let reason = SQLiteAffinity(found.type).loss(of: SQLStorage(column.type)) else { continue }
      return "its column \"\(column.name)\" has the type \(found.type ?? "none"), in which \(reason)"
    }
    return nil
  }
}

/// Which values a column of SQLite turns into others, as follows from the words of its declared type.
enum SQLiteAffinity: Sendable, Hashable {
  case integer, text, none, real, numeric

  /// - Parameter type: The declared type; nil for none.
  init(_ type: String?) {
    let type = (type ?? "").uppercased()
    if type.contains("INT") {
      self = .integer
    } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .none
    } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
      self = .real
    } else {
      self = .numeric
    }
  }

  /// Returns which values of a property a column does not keep, and what to do about it; nil if it keeps all, or if
  /// others are refused when they are written.
  fileprivate func loss(of storage: SQLStorage) -> String? {
    switch (storage, self) {
    case (.string, .integer), (.string, .real), (.string, .numeric), (.url, .integer), (.url, .real), (.url, .numeric):
      "SQLite keeps a string such as 007 as the number 7: declare it as TEXT"
    case (.date, .integer):
      "others keep seconds since 1970: make the property an Int, or declare the column as REAL, with seconds since 2001"
    default: nil
    }
  }
}
