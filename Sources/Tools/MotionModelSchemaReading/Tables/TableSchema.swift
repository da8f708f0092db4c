import MotionModelGenerator

/// The tables of a relational database.
struct TableSchema {
  var tables: [Table] = []
  var enums: [EnumType] = []
  /// Types that have names of their own, by these in small letters: domains.
  var types: [String: ColumnTyping] = [:]
  /// Names that are not tables, but could be taken for tables: views and others.
  var leftOut: [Diagnostic] = []

  struct EnumType {
    var name: String
    var values: [String]
    var place: SourcePlace
  }

  struct Table {
    var name: TableName
    var columns: [Column] = []
    var primaryKey: [String] = []
    var uniqueness: [[String]] = []
    var indexes: [(name: String, columns: [String])] = []
    var foreignKeys: [ForeignKey] = []
    var comment: String?
    /// What is not taken over.
    var doubts: [String] = []
    /// The partitions, whose rows are the table's.
    var partitions: [TableName] = []
    var place: SourcePlace

    init(_ name: TableName, at place: SourcePlace) { (self.name, self.place) = (name, place) }

    /// Returns the place in the list of a column; nil if there is none of the name, whose case may differ.
    func index(of column: String) -> Int? {
      columns.firstIndex { $0.name == column } ?? columns.firstIndex { $0.name.lowercased() == column.lowercased() }
    }
  }

  struct Column {
    var name: String
    var type = ColumnTyping(.undefined)
    var isOptional = true
    /// The default as the generator's representation has it; nil for none.
    var defaultValue: String?
    var comment: String?
    var doubts: [String] = []
    /// Why the default is not taken over; nil if it is.
    var doubtOfDefault: String?
    var place: SourcePlace

    init(_ name: String, at place: SourcePlace) { (self.name, self.place) = (name, place) }
  }

  struct ForeignKey {
    var columns: [String]
    var table: TableName
    /// The columns of the other table; none for its primary key.
    var targets: [String] = []
    var onDelete = DeleteRule.deny
    /// The name that the schema gives the reference, which Rails has.
    var name: String?
    var place: SourcePlace
  }

  /// Returns the place in the list of a table; nil if there is none of the name, whose case may differ.
  func index(of name: TableName) -> Int? {
    tables.firstIndex { $0.name == name } ?? tables.firstIndex { $0.name.isInMainSchema && $0.name.matches(name) }
      ?? tables.firstIndex { $0.name.matches(name) }
  }

  /// Returns the index of the table with the rows of a table: the table itself, or the table that it is a partition of.
  func index(ofRows name: TableName) -> Int? {
    index(of: name) ?? tables.firstIndex { $0.partitions.contains { $0.matches(name) } }
  }

  /// Notes something that becomes no model, and its place.
  mutating func leaveOut(_ message: String, at place: SourcePlace) {
    leftOut.append(Diagnostic(message, .warning, at: place))
  }

  /// Returns the place in the list of an enum; nil if there is none of the name, whose case may differ.
  func enumIndex(named name: String) -> Int? {
    enums.firstIndex { $0.name == name } ?? enums.firstIndex { $0.name.lowercased() == name.lowercased() }
  }
}

/// The name of a table, with that of the schema in which it is: `public.todos`.
struct TableName: Hashable {
  var schema: String?
  var name: String

  init(_ name: String, in schema: String? = nil) { (self.name, self.schema) = (name, schema) }

  /// Divides a name at its last point.
  init(dotted text: String) {
    let parts = text.split(separator: ".")
    self.init(parts.last.map(String.init) ?? text, in: parts.count > 1 ? String(parts[parts.count - 2]) : nil)
  }

  var text: String { schema.map { "\($0).\(name)" } ?? name }

  /// Whether it is in the default schema of a database.
  var isInMainSchema: Bool { ["public", "main", "dbo"].contains(schema?.lowercased() ?? "public") }

  /// Whether another name leads to the table, if none is the same: one without a schema, or in another case.
  func matches(_ other: TableName) -> Bool {
    guard name.lowercased() == other.name.lowercased() else { return false }
    guard let schema, let others = other.schema else { return true }
    return schema.lowercased() == others.lowercased()
  }
}

/// What a column's type in a database becomes.
struct ColumnTyping {
  var type: AttributeType
  /// The place in the list of the enum that it is.
  var enumeration: Int?
  /// How deep arrays of it nest.
  var dimensions = 0
  /// The greatest length of a string.
  var maximum: String?
  var doubt: String?

  init(_ type: AttributeType, enumeration: Int? = nil, maximum: String? = nil, doubt: String? = nil) {
    (self.type, self.enumeration, self.maximum, self.doubt) = (type, enumeration, maximum, doubt)
  }

  /// The type of an array of values of this type, as PostgreSQL has them.
  var array: ColumnTyping {
    var array = self
    array.dimensions += 1
    return array
  }
}
