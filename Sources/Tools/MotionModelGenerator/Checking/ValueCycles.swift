/// Finds values that would contain themselves, and values that would need a key.
struct ValueCycles {
  private let dataModel: DataModel
  private let families: EntityFamilies
  private let kinds: EntityKinds
  private let diagnostics: Diagnostics

  init(_ dataModel: DataModel, _ diagnostics: Diagnostics) {
    self.dataModel = dataModel
    self.diagnostics = diagnostics
    families = EntityFamilies(dataModel)
    kinds = EntityKinds(dataModel, families)
  }

  func run() {
    for entity in dataModel.entities {
      for relationship in entity.relationships {
        if kinds.isKey(relationship) {
          checkEnds(relationship, of: entity)
        } else if reaches(relationship, entity.name, []) {
          diagnostics.error(
            "The relationship \"\(relationship.name)\" of the entity \"\(entity.name)\" is a value, so that it would contain itself "
              + "without end: give it an inverse, or the user info key MotionModel.Composition with the value key.",
            at: relationship.place)
        }
      }
    }
  }

  /// Whether a value that is not a collection leads back to an entity.
  private func reaches(_ relationship: Relationship, _ name: String, _ visited: Set<String>) -> Bool {
    if relationship.isToMany || kinds.isKey(relationship) { return false }
    guard let destination = families[relationship.destination], !families.isProtocol(destination) else { return false }
    if destination.name == name { return true }
    if visited.contains(destination.name) { return false }
    return destination.relationships.contains { reaches($0, name, visited.union([destination.name])) }
  }

  /// The entities at both ends of a key are models, or there would be no id.
  private func checkEnds(_ relationship: Relationship, of entity: Entity) {
    let ends = [entity, families[relationship.destination]].compactMap(\.self)
    for end in ends where families.concrete(end).contains(where: { kinds[$0] == .value }) {
      diagnostics.error(
        "The relationship \"\(relationship.name)\" of the entity \"\(entity.name)\" is a key, and the values of \"\(end.name)\" have no "
          + "ids: remove its user info key MotionModel.Kind, or make the relationship a value.", at: relationship.place)
    }
  }
}
