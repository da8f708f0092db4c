/// What becomes of each entity: a model, a value in other types, an enum, or a protocol.
struct EntityKinds {
  enum Kind: String {
    case model, value, enumeration, protocolType
  }

  private(set) var kinds: [String: Kind] = [:]
  private let keyed: Set<String>
  private let families: EntityFamilies

  /// Decides for all entities.
  ///
  /// A relationship with an inverse is a key, one without is a value, unless user info says otherwise or its
  /// destination has keys. An entity that is a value somewhere, and has no keys, is only a value.
  init(_ dataModel: DataModel, _ families: EntityFamilies) {
    self.families = families
    keyed = Self.keyed(dataModel, families)
    var embedded: Set<String> = []
    for entity in dataModel.entities {
      for relationship in entity.relationships where !isKey(relationship) {
        guard let destination = families[relationship.destination] else { continue }
        embedded.formUnion(families.family(of: destination).map(\.name))
      }
    }
    for entity in dataModel.entities {
      kinds[entity.name] = kind(of: entity, isEmbedded: embedded.contains(entity.name))
    }
    embeddedModels = embedded.filter { kinds[$0] == .model }
  }

  /// The models that are also values in other types.
  private(set) var embeddedModels: Set<String> = []

  subscript(entity: Entity) -> Kind { kinds[entity.name] ?? .model }

  private func kind(of entity: Entity, isEmbedded: Bool) -> Kind {
    if families.isEnum(entity) { return .enumeration }
    if families.isProtocol(entity) { return .protocolType }
    if let word = entity.userInfo[.kind] { return Kind(rawValue: word) ?? .model }
    return isEmbedded && !keyed.contains(entity.name) ? .value : .model
  }

  /// Whether a relationship is held as a key, and not as a value.
  func isKey(_ relationship: Relationship) -> Bool {
    guard let destination = families[relationship.destination], !families.isEnum(destination) else { return false }
    switch relationship.userInfo[.composition] {
    case "key": return true
    case "value": return false
    default: return relationship.inverse != nil || keyed.contains(destination.name)
    }
  }

  /// The families of entities with a relationship that has an inverse, or is declared to be a key.
  private static func keyed(_ dataModel: DataModel, _ families: EntityFamilies) -> Set<String> {
    var result: Set<String> = []
    for entity in dataModel.entities {
      for relationship in entity.relationships {
        let word = relationship.userInfo[.composition]
        guard word == "key" || relationship.inverse != nil && word != "value" else { continue }
        let ends = [entity, families[relationship.destination]].compactMap(\.self)
        for end in ends where !families.isEnum(end) {
          result.formUnion(families.family(of: families.root(of: end)).map(\.name))
        }
      }
    }
    return result
  }
}
