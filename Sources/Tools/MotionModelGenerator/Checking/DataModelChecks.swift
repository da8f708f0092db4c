/// Finds what is wrong with a data model before anything is generated from it.
package struct DataModelChecks {
  private let dataModel: DataModel
  private let diagnostics: Diagnostics
  private let families: EntityFamilies

  package init(_ dataModel: DataModel, _ diagnostics: Diagnostics) {
    self.dataModel = dataModel
    self.diagnostics = diagnostics
    families = EntityFamilies(dataModel)
  }

  /// Reports everything that is found.
  package func run() {
    checkNames()
    dataModel.entities.forEach(checkInheritance)
    if diagnostics.hasErrors { return }
    for entity in dataModel.entities {
      checkProperties(of: entity)
      entity.relationships.forEach { check($0, of: entity) }
      UserInfoChecks(diagnostics).run(entity)
      if families.isEnum(entity) { checkEnum(entity) }
    }
    if diagnostics.hasErrors { return }
    ValueCycles(dataModel, diagnostics).run()
  }

  // MARK: - Entities

  private func checkNames() {
    var names: Set<String> = []
    var types: [String: String] = [:]
    for entity in dataModel.entities {
      if !names.insert(entity.name).inserted {
        diagnostics.error("The entity \"\(entity.name)\" is there twice: rename one.", at: entity.place)
        continue
      }
      let name = entity.className ?? entity.name
      guard let type = SwiftName.identifier(name).map(SwiftName.upperCamel), !SwiftName.reservedTypes.contains(type)
      else {
        diagnostics.error(
          "The entity \"\(entity.name)\" would be a type named \"\(name)\", which Swift or MotionModel means for something else: "
            + "give it another class.", at: entity.place)
        continue
      }
      if let first = types.updateValue(entity.name, forKey: type.lowercased()) {
        diagnostics.error(
          "The entities \"\(first)\" and \"\(entity.name)\" would both be the type \(type): give one another class.",
          at: entity.place)
      }
    }
  }

  private func checkInheritance(of entity: Entity) {
    var visited = [entity.name]
    var next = entity.parent
    while let name = next {
      guard let parent = families[name] else {
        if visited.count == 1 {
          diagnostics.error(
            "The entity \"\(entity.name)\" inherits from \"\(name)\", which is not there: choose another parent.",
            at: entity.place)
        }
        return
      }
      if name == entity.name {
        diagnostics.error(
          "The entity \"\(entity.name)\" inherits from itself, by \(visited.joined(separator: ", ")): choose another parent.",
          at: entity.place)
      }
      if visited.contains(name) { return }
      visited.append(name)
      next = parent.parent
    }
  }

  private func checkEnum(_ entity: Entity) {
    if entity.attributes.isEmpty && entity.relationships.isEmpty {
      diagnostics.error(
        "The enum \"\(entity.name)\" has no cases: draw an attribute for each.", at: entity.place)
    }
    if let parent = entity.parent {
      diagnostics.error(
        "The enum \"\(entity.name)\" inherits from \"\(parent)\", which enums cannot: remove its parent.",
        at: entity.place)
    }
  }

  // MARK: - Properties

  private func checkProperties(of entity: Entity) {
    var names: [String: String] = [:]
    let ancestors = families.ancestors(of: entity)
    let inherited = ancestors.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) }
    for name in inherited { names[SwiftName.folded(name)] = name }
    let own = entity.attributes.map { ($0.name, $0.place) } + entity.relationships.map { ($0.name, $0.place) }
    for (name, place) in own {
      guard let identifier = SwiftName.identifier(name) else {
        diagnostics.error(
          "The property \"\(name)\" of the entity \"\(entity.name)\" cannot be a name in Swift: rename it.", at: place)
        continue
      }
      if identifier.hasPrefix("_") {
        diagnostics.error(
          "The property \"\(name)\" of the entity \"\(entity.name)\" begins with an underscore, which files reserve: rename it.",
          at: place)
      }
      if SwiftName.reservedProperties.contains(identifier) && !families.isEnum(entity) {
        diagnostics.error(
          "The property \"\(name)\" of the entity \"\(entity.name)\" has the name of a declaration that models have: rename it.",
          at: place)
      }
      if let first = names.updateValue(name, forKey: SwiftName.folded(identifier)) {
        let what = first == name ? "is there twice" : "is called \"\(first)\", too, as files take both for one name"
        diagnostics.error(
          "The property \"\(name)\" of the entity \"\(entity.name)\" \(what): rename one.", at: place)
      }
    }
    checkID(of: entity)
  }

  private func checkID(of entity: Entity) {
    let isEnum = entity.userInfo.isSet(.enum)
    for attribute in entity.attributes where attribute.isIdentifier && !isEnum {
      let isUsable = [.integer16, .integer32, .integer64, .string, .uuid].contains(attribute.type)
      if !isUsable && attribute.userInfo[.type] == nil {
        diagnostics.error(
          "The attribute \"id\" of the entity \"\(entity.name)\" would be the record's id and has the type "
            + "\(attribute.type.name): make it an Integer, a String or a UUID, or rename it.", at: attribute.place)
      }
    }
    for relationship in entity.relationships where relationship.name == "id" && !isEnum {
      diagnostics.error(
        "The relationship \"id\" of the entity \"\(entity.name)\" has the name of the record's id: rename it.",
        at: relationship.place)
    }
  }

  private func check(_ relationship: Relationship, of entity: Entity) {
    let what = "The relationship \"\(relationship.name)\" of the entity \"\(entity.name)\""
    guard let destination = families[relationship.destination] else {
      diagnostics.error(
        "\(what) leads to the entity \"\(relationship.destination)\", which is not there: choose another destination.",
        at: relationship.place)
      return
    }
    guard let name = relationship.inverse else { return }
    let others = families.ancestors(of: destination) + families.family(of: destination)
    guard let inverse = others.flatMap(\.relationships).first(where: { $0.name == name }) else {
      diagnostics.error(
        "\(what) has the inverse \"\(name)\", which \"\(destination.name)\" does not have: choose another inverse.",
        at: relationship.place)
      return
    }
    if inverse.inverse != relationship.name {
      diagnostics.error(
        "\(what) has the inverse \"\(name)\", which has another one (\(inverse.inverse ?? "none")): make both lead back.",
        at: relationship.place)
    }
  }
}
