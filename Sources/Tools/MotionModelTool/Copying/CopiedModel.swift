import Foundation
import MotionModel
import MotionModelInspector
import MotionModelSQL
import MotionModelValues

/// A model while it is copied: its columns, and how a table has them.
struct CopiedModel {
  let name: String
  var version = 1
  var nextNumber = 1
  var columns: [CopiedColumn]
  /// The place of the column with the ids.
  var idPlace: Int

  /// The model as a table is made of it.
  var form: TableForm {
    TableForm(
      model: name,
      columns: columns.enumerated().map { place, column in
        TableForm.Column(
          index: place, name: column.name, type: column.type,
          isOptional: column.isOptional && place != idPlace, isStandard: true)
      }, idColumn: idPlace)
  }

  /// Returns the model with what a table that is there already says of columns of which the source says nothing.
  func adopting(_ table: SQLTable?, in dialect: SQLDialect) -> CopiedModel {
    guard let table else { return self }
    var model = self
    for place in columns.indices where columns[place].typeName == nil {
      guard let found = table.columns.first(where: { $0.name == columns[place].name }) else { continue }
      model.columns[place].isOptional = !found.isRequired
      model.columns[place].type = DeclaredType.type(of: found.type, replacing: columns[place].type, in: dialect)
    }
    return model
  }
}

/// A column while it is copied.
struct CopiedColumn {
  let name: String
  /// The type as files say it, with a question mark if it can be nil; nil if the source does not say it.
  var typeName: String?
  /// The type by which values are stored. A custom one stands for any value, which is stored as JSON.
  var type: ColumnType
  var isOptional: Bool
  /// Whether the source is a column of SQLite with values of several types, which are read as they are.
  var isPlain = false

  /// A column whose type is said.
  init(_ name: String, typeName: String) {
    (self.name, self.typeName) = (name, typeName)
    let type = ColumnType(typeName: typeName)
    if case .optional(let wrapped) = type {
      (self.type, isOptional) = (wrapped, true)
    } else {
      (self.type, isOptional) = (type, false)
    }
  }

  /// A column of whose type only the values are known.
  init(_ name: String, valuesOf type: ColumnType?) {
    (self.name, self.type, isOptional) = (name, type ?? .anyValue, true)
  }

  /// The column as files list it.
  var document: StoreDocument.Column { StoreDocument.Column(name, type: typeName) }

  /// Returns a value as the column's type has it.
  func cast(_ value: AttributeValue?) throws(CastError) -> AttributeValue {
    guard let value, !value.isNull, let type = type.stored.scalar else { return value ?? .null }
    return try type.init(attribute: value).attribute
  }
}

extension ColumnType {
  /// What stands for the type of values of several types.
  static let anyValue = ColumnType.custom(name: "JSON")

  /// The type of single values in Swift; nil for all that is stored as JSON.
  var scalar: (any ColumnValue.Type)? {
    switch self {
    case .string: String.self
    case .bool: Bool.self
    case .int(8): Int8.self
    case .int(16): Int16.self
    case .int(32): Int32.self
    case .int: Int.self
    case .uint(8): UInt8.self
    case .uint(16): UInt16.self
    case .uint(32): UInt32.self
    case .uint: UInt.self
    case .double: Double.self
    case .float: Float.self
    case .decimal: Decimal.self
    case .date: Date.self
    case .uuid: UUID.self
    case .url: URL.self
    case .data: Data.self
    case .array, .dictionary, .optional, .enumeration, .document, .custom: nil
    }
  }
}

extension AttributeValue {
  /// The type of a column that has such values; nil for all that is stored as JSON.
  var columnType: ColumnType? {
    switch self {
    case .bool: .bool
    case .int: .int(bits: 64)
    case .uint: .uint(bits: 64)
    case .double: .double
    case .string: .string
    case .data: .data
    case .date: .date
    case .uuid: .uuid
    case .url: .url
    case .decimal: .decimal
    case .array, .dictionary, .null: nil
    }
  }
}
