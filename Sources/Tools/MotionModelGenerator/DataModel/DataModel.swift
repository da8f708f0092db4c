/// A data model, from Xcode's modeler or another description: entities with attributes and relationships.
///
/// Every reader produces one, and the writer of Swift reads it. It has the description word for word; its form in Swift
/// is decided later.
package struct DataModel: Hashable, Sendable {
  /// The name: of the file without its extension.
  package var name: String
  /// The version's name, where the data model has versions.
  package var version: String?
  /// The entities, in the order of the file.
  package var entities: [Entity]
  /// What could be taken for an entity and is none, such as views: warnings, each with its place.
  package var leftOut: [Diagnostic] = []

  package init(name: String, version: String? = nil, entities: [Entity] = []) {
    self.name = name
    self.version = version
    self.entities = entities
  }

  /// Returns the first entity of a name.
  package subscript(entity name: String) -> Entity? { entities.first { $0.name == name } }
}
