import MotionModelGenerator

/// The tables of a relational database.
struct TableSchema {
  var tables: [Table] = []
  /// Enums of the database, by their names.
  var enums: [EnumType] = []

  struct EnumType {
    var name: String
    var values: [String]
    var place: SourcePlace
  }

  struct Table {
    var name: String
    var columns: [Column] = []
    var primaryKey: [String] = []
    var uniqueness: [[String]] = []
    var indexes: [(name: String, columns: [String])] = []
    var foreignKeys: [ForeignKey] = []
    var comment: String?
    /// What is not taken over.
    var doubts: [String] = []
    var place: SourcePlace

    init(_ name: String, at place: SourcePlace) { (self.name, self.place) = (name, place) }

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
    var table: String
    /// The columns of the other table; none for its primary key.
    var targets: [String] = []
    var onDelete = DeleteRule.deny
    /// The name that the schema gives the reference, which Rails has.
    var name: String?
    var place: SourcePlace
  }

  /// Returns the place in the list of a table; nil if there is none of the name, whose case may differ.
  func index(of table: String) -> Int? {
    tables.firstIndex { $0.name == table } ?? tables.firstIndex { $0.name.lowercased() == table.lowercased() }
  }
}

/// What a column's type in a database becomes.
struct ColumnTyping {
  var type: AttributeType
  /// The Swift type, where the attribute's type does not say it.
  var swiftType: String?
  /// The greatest length of a string.
  var maximum: String?
  var doubt: String?

  init(_ type: AttributeType, swiftType: String? = nil, maximum: String? = nil, doubt: String? = nil) {
    (self.type, self.swiftType, self.maximum, self.doubt) = (type, swiftType, maximum, doubt)
  }
}
