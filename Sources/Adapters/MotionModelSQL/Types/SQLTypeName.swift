package import MotionModelValues

/// The name of the type of a column in the declaration of a table, which keeps every value without loss.
package enum SQLTypeName {
  /// Returns the name; nil if any value may be in the column.
  package static func of(_ type: ColumnType, in dialect: SQLDialect) -> String? {
    switch dialect {
    case .sqlite: sqlite(SQLStorage(type))
    case .postgresql: postgresql(type)
    }
  }

  /// Returns whether the adapter declares columns of a type in PostgreSQL.
  static func isDeclared(_ type: String) -> Bool {
    [
      "boolean", "smallint", "integer", "bigint", "bigserial", "numeric", "numeric(20)", "double precision", "real",
      "text",
      "uuid", "bytea", "json",
    ].contains(type)
  }

  private static func sqlite(_ storage: SQLStorage) -> String? {
    switch storage {
    case .boolean, .integer, .unsigned: "INTEGER"
    case .data: "BLOB"
    // In a column of the type REAL, SQLite stores -0.0 as the integer 0.
    case .real, .date: nil
    case .decimal, .string, .uuid, .url, .json: "TEXT"
    }
  }

  private static func postgresql(_ type: ColumnType) -> String {
    switch type {
    case .bool: "boolean"
    case .int(let bits): bits > 32 ? "bigint" : bits > 16 ? "integer" : "smallint"
    case .uint(let bits): bits > 32 ? "numeric(20)" : bits > 16 ? "bigint" : bits > 8 ? "integer" : "smallint"
    case .float: "real"
    // A timestamp of PostgreSQL has whole microseconds.
    case .double, .date: "double precision"
    case .decimal: "numeric"
    case .string, .url: "text"
    case .uuid: "uuid"
    case .data: "bytea"
    // What jsonb would change: the order of keys, numbers such as -0.0, NUL in strings.
    case .array, .dictionary, .optional, .document, .custom: "json"
    case .enumeration(_, let raw, _): postgresql(raw)
    }
  }
}
