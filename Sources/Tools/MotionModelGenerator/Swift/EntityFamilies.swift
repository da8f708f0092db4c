/// Who inherits from whom in a data model without cycles.
struct EntityFamilies {
  private let entities: [String: Entity]
  private let children: [String: [String]]

  init(_ dataModel: DataModel) {
    entities = Dictionary(dataModel.entities.map { ($0.name, $0) }) { first, _ in first }
    var children: [String: [String]] = [:]
    for entity in dataModel.entities {
      if let parent = entity.parent { children[parent, default: []].append(entity.name) }
    }
    self.children = children
  }

  subscript(name: String) -> Entity? { entities[name] }

  /// The entities from which one inherits, the farthest first.
  func ancestors(of entity: Entity) -> [Entity] {
    var result: [Entity] = []
    var next = entity.parent
    while let name = next, let parent = entities[name], !result.contains(where: { $0.name == name }) {
      result.insert(parent, at: 0)
      next = parent.parent
    }
    return result
  }

  /// An entity and all that inherit from it, in the order of the data model.
  func family(of entity: Entity) -> [Entity] {
    [entity] + (children[entity.name] ?? []).compactMap { entities[$0] }.flatMap { family(of: $0) }
  }

  func hasChildren(_ entity: Entity) -> Bool { children[entity.name] != nil }

  /// The root from which an entity inherits in the end: itself if it inherits from none.
  func root(of entity: Entity) -> Entity { ancestors(of: entity).first ?? entity }

  /// Whether an entity becomes a protocol: it is abstract, or declared so.
  func isProtocol(_ entity: Entity) -> Bool { entity.isAbstract || entity.userInfo.isSet(.protocol) }

  func isEnum(_ entity: Entity) -> Bool { entity.userInfo.isSet(.enum) }

  /// The entities of a family that have records, or are values, of their own.
  func concrete(_ entity: Entity) -> [Entity] { family(of: entity).filter { !isProtocol($0) } }
}
