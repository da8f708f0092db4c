/// A table of a database: as a schema wants it, or as it is.
package struct SQLTable: Sendable, Hashable {
  /// A column of a table.
  package struct Column: Sendable, Hashable {
    package var name: String
    /// The name of the type; nil if any value may be in the column.
    package var type: String?
    package var isRequired: Bool
    /// Whether rows that are inserted without a value get one.
    package var hasDefault: Bool
    /// What SQLite says that rows without a value get; nil for none, and for other engines.
    package var defaultExpression: SQLExpression?
    package var isKey: Bool
    /// Whether the column has the ids of records, so that no row is without a value whatever the declaration says.
    package var isID = false
    /// Whether no two rows may have the same value.
    package var isUnique: Bool
    /// The collation of the column; nil for that of the engine.
    package var collation: String?
    /// Whether PostgreSQL compares the composed forms of the column's strings, so that its indexes have these.
    package var isComposed: Bool
    /// Whether the database computes the values from other columns.
    package var isGenerated = false
    /// Whether statements that insert rows have to say that their values replace those of the database.
    package var isAlwaysIdentity = false
    /// Whether rows that are inserted without a value get a number that no row had before.
    package var isCounted = false
    /// The sequence of PostgreSQL from which rows without a value get one, as the server names it; in SQLite the table
    /// whose numbers are counted.
    package var sequence: String?
    /// The table and the column to which the column refers.
    package var reference: Reference?

    package init(
      _ name: String, type: String?, isRequired: Bool = false, hasDefault: Bool = false,
      defaultExpression: SQLExpression? = nil, isKey: Bool = false, isUnique: Bool = false, collation: String? = nil,
      isComposed: Bool = false, reference: Reference? = nil
    ) {
      (self.name, self.type, self.isRequired, self.isKey) = (name, type, isRequired, isKey)
      (self.hasDefault, self.defaultExpression) = (hasDefault, defaultExpression)
      (self.isUnique, self.collation, self.isComposed) = (isUnique, collation, isComposed)
      self.reference = reference
    }
  }

  /// The target of a foreign key.
  package struct Reference: Sendable, Hashable {
    package let table: String
    /// The column; nil for the key of the table.
    package let column: String?
    /// What happens to a row when the row to which it refers is deleted.
    package let onDelete: ForeignKey.Action
    /// Whether it is looked at when a transaction commits, so that its rows may be written in any order.
    package let isDeferred: Bool

    package init(table: String, column: String?, onDelete: ForeignKey.Action = .none, isDeferred: Bool = false) {
      (self.table, self.column, self.onDelete, self.isDeferred) = (table, column, onDelete, isDeferred)
    }
  }

  /// A foreign key that others have declared.
  package struct ForeignKey: Sendable, Hashable {
    /// What happens to a row when the row to which it refers is deleted, or gets another key.
    package enum Action: String, Sendable {
      case setNull = "SET NULL"
      case setDefault = "SET DEFAULT"
      case cascade = "CASCADE"
      case restrict = "RESTRICT"
      case none = "NO ACTION"
    }

    package var columns: [String]
    package let table: String
    /// The columns to which it refers; none for the key of the table.
    package let targets: [String]
    package let onDelete: Action
    package let onUpdate: Action

    package init(columns: [String], table: String, targets: [String], onDelete: Action, onUpdate: Action) {
      (self.columns, self.table, self.targets) = (columns, table, targets)
      (self.onDelete, self.onUpdate) = (onDelete, onUpdate)
    }
  }

  /// An index of a table.
  package struct Index: Sendable, Hashable {
    package let name: String
    package let columns: [String]
    package let isUnique: Bool
    /// Whether strings that differ in nothing but case are equal, as in conditions without regard to case.
    package let ignoresCase: Bool

    /// What the names of the indexes begin with that a table has because of rules.
    static let prefixOfRules = "Uniqueness of "

    /// Whether the index keeps values unique because of a rule.
    package var isOfRule: Bool { isUnique && name.hasPrefix(Self.prefixOfRules) }

    package init(_ name: String, columns: [String], isUnique: Bool = false, ignoresCase: Bool = false) {
      (self.name, self.columns, self.isUnique, self.ignoresCase) = (name, columns, isUnique, ignoresCase)
    }
  }

  package var name: String
  package var columns: [Column]
  /// The columns that are unique together.
  package var unique: [[String]]
  package var indexes: [Index]
  /// The foreign keys that others have declared, where they are known.
  package var foreignKeys: [ForeignKey] = []

  /// Whether the table has the column with the order of insertion, which one that others have made has not.
  var hasPosition: Bool { columns.contains { $0.name == Self.position } }

  package init(_ name: String, columns: [Column], unique: [[String]] = [], indexes: [Index] = []) {
    (self.name, self.columns, self.unique, self.indexes) = (name, columns, unique, indexes)
  }
}
