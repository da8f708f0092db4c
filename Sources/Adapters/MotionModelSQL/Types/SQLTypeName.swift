package import MotionModelValues

/// The name of the type of a column in the declaration of a table.
package enum SQLTypeName {
  /// What a type is chosen for.
  package enum Purpose: Sendable {
    /// To be read by people and other programs.
    case describing
    /// To keep every value without loss, as an adapter does.
    case storing
  }

  /// Returns the name, and whether it says as much as the type of the column; no name if any value may be in it.
  package static func of(
    _ type: ColumnType, for purpose: Purpose, in dialect: SQLDialect
  ) -> (name: String?, isExact: Bool) {
    switch (dialect, purpose) {
    case (.sqlite, .describing): sqliteDescription(type)
    case (.sqlite, .storing): (sqliteStorage(SQLStorage(type)), true)
    case (.postgresql, .describing): postgresqlDescription(type)
    case (.postgresql, .storing): (postgresqlStorage(type), true)
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

  // MARK: - SQLite

  private static func sqliteDescription(_ type: ColumnType) -> (String?, Bool) {
    switch type {
    case .int(64): ("INTEGER", true)
    case .bool, .int, .uint: ("INTEGER", false)
    case .double: ("REAL", true)
    case .float: ("REAL", false)
    case .string: ("TEXT", true)
    case .data: ("BLOB", true)
    // As text, a decimal keeps all its digits.
    case .decimal, .date, .uuid, .url, .array, .dictionary: ("TEXT", false)
    case .optional, .enumeration, .document, .custom: (nil, false)
    }
  }

  private static func sqliteStorage(_ storage: SQLStorage) -> String? {
    switch storage {
    case .boolean, .integer, .unsigned: "INTEGER"
    case .data: "BLOB"
    // In a column of the type REAL, SQLite stores -0.0 as the integer 0.
    case .real, .date: nil
    case .decimal, .string, .uuid, .url, .json: "TEXT"
    }
  }

  // MARK: - PostgreSQL

  private static func postgresqlDescription(_ type: ColumnType) -> (String?, Bool) {
    switch type {
    case .bool: ("boolean", true)
    case .int(let bits): bits > 32 ? ("bigint", true) : bits > 16 ? ("integer", true) : ("smallint", bits == 16)
    case .uint(let bits):
      (bits > 32 ? "numeric(20)" : bits > 16 ? "bigint" : bits > 8 ? "integer" : "smallint", false)
    case .double: ("double precision", true)
    case .float: ("real", true)
    case .decimal: ("numeric", true)
    case .string: ("text", true)
    case .date: ("timestamp with time zone", true)
    case .uuid: ("uuid", true)
    case .url: ("text", false)
    case .data: ("bytea", true)
    // An array has no arrays of different lengths in it.
    case .array(let element) where element.stored.isSingle:
      ((postgresqlDescription(element.stored).0 ?? "jsonb") + "[]", false)
    case .array, .dictionary, .optional, .enumeration, .document, .custom: ("jsonb", false)
    }
  }

  private static func postgresqlStorage(_ type: ColumnType) -> String {
    switch type {
    // A timestamp of PostgreSQL has whole microseconds.
    case .date: "double precision"
    // What jsonb would change: the order of keys, numbers such as -0.0, NUL in strings.
    case .array, .dictionary, .optional, .document, .custom: "json"
    case .enumeration(_, let raw, _): postgresqlStorage(raw)
    default: postgresqlDescription(type).0 ?? "json"
    }
  }
}

extension ColumnType {
  /// Whether it is a standard type of single values.
  fileprivate var isSingle: Bool {
    switch self {
    case .array, .dictionary, .optional, .enumeration, .document, .custom: false
    default: true
    }
  }
}
