/// Decides which Swift types are written for a data model.
///
/// The checks have found no error in it, so that names are there and inheritance has no cycles. What is wrong with an
/// attribute or a relationship is found here, where its Swift type is chosen.
struct Planner {
  let dataModel: DataModel
  let families: EntityFamilies
  let kinds: EntityKinds
  let options: GeneratorOptions
  var diagnostics: Diagnostics
  /// What the versions before say about each entity.
  var history = DataModelHistory()

  /// The names of the entities' types, and the entities of these names.
  private let typeNames: [String: String]
  let entitiesByType: [String: Entity]
  /// The names of lists of types behind protocols.
  let tagsNames: Set<String>
  /// The properties of each entity with those that it inherits.
  let flattened: [String: FlattenedEntity]
  /// Where each entity stands in the data model.
  let places: [String: Int]

  init(_ dataModel: DataModel, _ options: GeneratorOptions, _ diagnostics: Diagnostics) {
    self.dataModel = dataModel
    self.options = options
    self.diagnostics = diagnostics
    families = EntityFamilies(dataModel)
    kinds = EntityKinds(dataModel, families)
    let families = families
    flattened = Dictionary(dataModel.entities.map { ($0.name, FlattenedEntity($0, families)) }) { first, _ in first }
    let names = dataModel.entities.map { ($0.name, Self.typeName($0)) }
    typeNames = Dictionary(names) { first, _ in first }
    entitiesByType = Dictionary(zip(names.map(\.1), dataModel.entities)) { first, _ in first }
    tagsNames = Set(names.map { $0.1 + "Types" })
    places = Dictionary(zip(names.map(\.0), dataModel.entities.indices)) { first, _ in first }
  }

  /// The name of an entity's Swift type.
  func typeName(_ entity: Entity) -> String { typeNames[entity.name] ?? Self.typeName(entity) }

  private static func typeName(_ entity: Entity) -> String {
    let name = entity.className ?? entity.name
    return SwiftName.upperCamel(SwiftName.identifier(name) ?? name)
  }

  /// The name of the protocol that an entity becomes: a concrete entity from which others inherit is also a struct,
  /// which has the name.
  func protocolName(_ entity: Entity) -> String {
    families.isProtocol(entity) ? typeName(entity) : typeName(entity) + "Protocol"
  }

  /// The name of the list of types behind a protocol.
  func tagsName(_ entity: Entity) -> String { typeName(entity) + "Types" }

  /// Whether an entity is, besides anything else, a protocol.
  func hasProtocol(_ entity: Entity) -> Bool {
    families.isProtocol(entity) || families.hasChildren(entity) && !families.isEnum(entity)
  }

  /// Plans all types, in the order of the data model; the models that join others come last.
  func types() -> [GeneratedType] {
    var links = RelationLinks(self)
    links.connectAll()
    var types: [GeneratedType] = []
    for entity in dataModel.entities {
      var type = GeneratedType(name: typeName(entity))
      type.imports = imports(of: entity)
      type.access = entity.userInfo[.access].flatMap { GeneratorOptions.Access(rawValue: $0) }
      switch kinds[entity] {
      case .enumeration: type.declarations = [.enumeration(enumeration(entity))]
      case .protocolType: type.declarations = [.protocolType(protocolType(entity))]
      case .model, .value:
        if hasProtocol(entity) { type.declarations.append(.protocolType(protocolType(entity))) }
        type.declarations.append(.structure(structure(entity, links)))
        type.stubs = stubs(of: entity)
      }
      if isTagged(entity) { type.declarations.append(.enumeration(tags(entity))) }
      types.append(type)
    }
    return types + links.joiningModels.map { GeneratedType(name: $0.name, declarations: [.structure($0)]) }
  }

  private func imports(of entity: Entity) -> Set<String> {
    let infos =
      [entity.userInfo] + entity.attributes.map(\.userInfo) + entity.relationships.map(\.userInfo)
    return Set(infos.flatMap { $0[.import]?.split { ",; ".contains($0) }.map(String.init) ?? [] })
  }

  /// The access modifier of an entity's type.
  func access(_ entity: Entity) -> String {
    (entity.userInfo[.access].flatMap { GeneratorOptions.Access(rawValue: $0) } ?? options.access).modifier
  }

  /// The name of a type of the library, with its module where an entity has the name, too.
  func library(_ name: String, in module: String = "MotionModelValidation") -> String {
    entitiesByType[name] == nil ? name : "\(module).\(name)"
  }

  func comment(_ documentation: String?, _ doubts: [String]) -> Comment { Comment(documentation, doubts: doubts) }
}
