import MotionModelGenerator

extension ColumnTyping {
  /// Reads a type of SQLite, PostgreSQL or MySQL.
  ///
  /// - Parameters:
  ///   - name: The words of the name in small letters: `character varying`; none for a column without a type.
  ///   - arguments: What is in brackets behind it.
  init(sql name: String, _ arguments: [String] = []) {
    if let type = Self.exact(name, arguments) {
      self = type
    } else if let type = Self.byAffinity(name) {
      self = type
    } else {
      let doubt = name.isEmpty ? "The column has no type." : "The type \(name) is not known."
      self.init(.string, doubt: "\(doubt) It was taken for a string.")
    }
  }

  static func exact(_ name: String, _ arguments: [String]) -> ColumnTyping? {
    switch name {
    case "tinyint" where arguments == ["1"]: ColumnTyping(.boolean)
    case "bool", "boolean",
      "bit" where arguments.isEmpty || arguments == ["1"]:
      ColumnTyping(.boolean)
    case "smallint", "int2", "tinyint", "smallserial", "serial2": ColumnTyping(.integer16)
    // SQLite's integers have 64 bits, whatever they are called.
    case "int", "integer", "int4", "int8", "bigint", "mediumint", "serial", "serial4", "serial8", "bigserial":
      ColumnTyping(.integer64)
    case "numeric", "decimal", "dec", "number", "money", "smallmoney":
      arguments.count == 2 && arguments[1] == "0" && (Int(arguments[0]) ?? 99) <= 18
        ? ColumnTyping(.integer64) : ColumnTyping(.decimal)
    case "float4": ColumnTyping(.float)
    case "real", "double", "double precision", "float", "float8": ColumnTyping(.double)
    case "char", "character", "varchar", "character varying", "nchar", "nvarchar", "native character", "varchar2",
      "bpchar":
      ColumnTyping(.string, maximum: arguments.first.flatMap { Int($0) }.map { "\($0)" })
    case "text", "clob", "citext", "tinytext", "mediumtext", "longtext", "name", "ntext": ColumnTyping(.string)
    case "date", "datetime", "timestamp", "timestamptz", "timestamp with time zone", "timestamp without time zone",
      "datetime2", "datetimeoffset", "smalldatetime":
      ColumnTyping(.date)
    case "blob", "bytea", "binary", "varbinary", "tinyblob", "mediumblob", "longblob", "image": ColumnTyping(.binary)
    case "uuid", "uniqueidentifier": ColumnTyping(.uuid)
    case "json", "jsonb":
      ColumnTyping(.string, doubt: "The column has JSON: give it a Codable type, or keep it as a string.")
    case "time", "time with time zone", "time without time zone", "timetz", "interval", "year",
      "int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange", "geometry", "geography", "multipoint":
      ColumnTyping(.string, doubt: "There is no type for \(name), so it is a string.")
    case "inet", "cidr", "macaddr", "xml", "tsvector", "hstore", "point": ColumnTyping(.string)
    default: nil
    }
  }

  /// The rules by which SQLite infers types from parts of their names.
  private static func byAffinity(_ name: String) -> ColumnTyping? {
    let types: [(part: String, type: AttributeType)] = [
      ("int", .integer64), ("char", .string), ("clob", .string), ("text", .string), ("blob", .binary),
      ("real", .double), ("floa", .double), ("doub", .double),
    ]
    return types.first { name.contains($0.part) }.map { ColumnTyping($0.type) }
  }
}
