import MotionModelSQL
import MotionModelValues

/// The types of columns that a database declares, where nothing else says them.
enum DeclaredType {
  /// Returns the type of the values that a declared type allows; nil for any values.
  static func type(of name: String?, in dialect: SQLDialect) -> ColumnType? {
    guard let name else { return nil }
    return dialect == .sqlite ? sqlite(name.lowercased()) : postgresql(name)
  }

  /// Returns the type of the values in a column that is there, for values that have been of another type.
  static func type(of name: String?, replacing type: ColumnType, in dialect: SQLDialect) -> ColumnType {
    if dialect == .postgresql && (name == "json" || name == "jsonb") { return .anyValue }
    return type == .anyValue ? type : self.type(of: name, in: dialect) ?? type
  }

  private static func sqlite(_ name: String) -> ColumnType? {
    switch name {
    case _ where name.contains("bool"): .bool
    case _ where name.contains("int"): .int(bits: 64)
    case _ where ["char", "clob", "text"].contains { name.contains($0) }: .string
    case _ where name.contains("blob"): .data
    case _ where ["real", "floa", "doub"].contains { name.contains($0) }: .double
    default: nil
    }
  }

  private static func postgresql(_ name: String) -> ColumnType? {
    switch name {
    case "boolean": .bool
    case "smallint": .int(bits: 16)
    case "integer": .int(bits: 32)
    case "bigint", "bigserial": .int(bits: 64)
    case "real": .float
    case "double precision": .double
    // What tables of adapters have for the greatest numbers without a sign.
    case "numeric(20)": .uint(bits: 64)
    case _ where name.hasPrefix("numeric"): .decimal
    case "uuid": .uuid
    case "bytea": .data
    case "timestamp with time zone": .date
    case "json", "jsonb": nil
    default: .string
    }
  }
}
