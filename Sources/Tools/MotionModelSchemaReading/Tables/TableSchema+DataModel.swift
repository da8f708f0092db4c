import MotionModelGenerator
import MotionModelValues

extension TableSchema {
  /// Returns the tables as entities, with the names that Swift has for them, and keys as relationships.
  ///
  /// - Throws: ``Diagnostic`` for a table or a column that is declared twice, and for a key of no column.
  func dataModel(named name: String) throws(Diagnostic) -> DataModel {
    try checkNames()
    var drawing = TableDrawing(self)
    var dataModel = DataModel(name: name, entities: try drawing.entities())
    dataModel.leftOut = leftOut
    return dataModel
  }

  private func checkNames() throws(Diagnostic) {
    var names: Set<String> = []
    for table in tables {
      let schema = table.name.isInMainSchema ? nil : table.name.schema
      guard names.insert(TableName(table.name.name, in: schema).text.lowercased()).inserted else {
        throw Diagnostic("The table \(table.name.text) is declared twice: remove one.", at: table.place)
      }
      var columns: Set<String> = []
      for column in table.columns where !columns.insert(column.name.lowercased()).inserted {
        throw Diagnostic(
          "The table \(table.name.text) declares the column \(column.name) twice: remove one.", at: column.place)
      }
    }
  }
}

extension Entity {
  /// The names that are free for properties.
  var freeNames: UniqueNames {
    let taken = attributes.map(\.name) + relationships.map(\.name)
    return UniqueNames(taken: taken + SwiftName.reservedProperties, key: SwiftName.folded)
  }
}

/// The names of the columns of a model. A schema takes some for one that databases and JSON do not, and reserves some.
struct ColumnNames {
  private var names: UniqueNames

  /// - Parameter hasID: Whether the name of the id is taken.
  init(hasID: Bool = true) {
    names = UniqueNames(taken: hasID ? ["id"] : []) { Inflector.english.underscore($0) }
  }

  /// Takes the name that is stored elsewhere, and returns whether a column can have it.
  mutating func take(_ stored: String, isID: Bool) -> Bool {
    !stored.hasPrefix("_") && (isID || names.takeExactly(stored))
  }

  /// Takes a name for the column of a property whose stored name no column can have; nil if it is the property's.
  mutating func takeAnother(for property: String) -> String? {
    if property == "id" { return nil }
    let name = names.take(property)
    return name == property ? nil : name
  }
}

extension String {
  /// The name without that of a schema in front: `public.todos`.
  var lastPart: String { split(separator: ".").last.map(String.init) ?? self }

  /// The name as that of a property: `due_date` is `dueDate`.
  var propertyName: String {
    let words = unicodeScalars.map { $0.isPartOfName ? String($0) : "_" }.joined()
    return Inflector.current.camelize(Inflector.current.underscore(words), firstUppercase: false)
  }

  /// The name as a valid Swift identifier, with a word in front of it if needed: `column2fa`.
  func propertyName(or word: String) -> String {
    let name = propertyName
    return SwiftName.identifier(name) == name && !name.hasPrefix("_")
      ? name : SwiftName.identifier("\(word)-\(name)") ?? word
  }

  /// The name as one of a type that Swift takes, with a word in front of it if needed.
  func typeName(or word: String) -> String {
    let isUsable = SwiftName.identifier(self) == self && !hasPrefix("_")
    return isUsable ? self : SwiftName.identifier("\(word)-\(self)") ?? word
  }
}

extension UniqueNames {
  /// The names that are free for types: Swift means other things by some, whatever their case is.
  static var ofTypes: UniqueNames { UniqueNames(taken: SwiftName.reservedTypes) { $0.lowercased() } }
}

extension Unicode.Scalar {
  fileprivate var isPartOfName: Bool { properties.isAlphabetic || properties.numericType != nil || self == "_" }
}
