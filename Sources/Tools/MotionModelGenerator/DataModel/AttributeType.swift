/// The type of an attribute, as Xcode's modeler offers them.
package enum AttributeType: Hashable, Sendable {
  case integer16, integer32, integer64, decimal, double, float, string, boolean, date, binary, uuid, uri
  /// A value of a type that is named elsewhere.
  case transformable
  /// No type was drawn.
  case undefined
  case composite
  case objectID
  /// A type that this version of the generator does not know.
  case unknown(String)

  /// Creates the type that a data model's file names.
  package init(named name: String) {
    self = Self.names[name] ?? .unknown(name)
  }

  /// The name in the file of a data model.
  package var name: String {
    if case .unknown(let name) = self { return name }
    return Self.names.first { $0.value == self }?.key ?? ""
  }

  /// Whether a class could have it as a number or a Boolean, which cannot be nil.
  package var isScalar: Bool { [.integer16, .integer32, .integer64, .double, .float, .boolean].contains(self) }

  private static let names: [String: AttributeType] = [
    "Integer 16": .integer16, "Integer 32": .integer32, "Integer 64": .integer64, "Decimal": .decimal,
    "Double": .double, "Float": .float, "String": .string, "Boolean": .boolean, "Date": .date, "Binary": .binary,
    "UUID": .uuid, "URI": .uri, "Transformable": .transformable, "Undefined": .undefined, "Composite": .composite,
    "Object ID": .objectID,
  ]
}
