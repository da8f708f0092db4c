/// The keys and relations that the relationships of a data model become, and the models that join others.
struct RelationLinks {
  /// What a struct gets besides its attributes.
  struct Ends {
    var properties: [StructDeclaration.Property] = []
    /// The columns and indexes, each an expression.
    var columns: [String] = []
    var relations: [StructDeclaration.Relation] = []
  }

  /// How a relationship of a model is stored.
  enum Form: Hashable {
    /// A key in the model, with its column.
    case key(String)
    /// A key that leads to one of several models, with its columns.
    case keyToAny(type: String, id: String)
    /// A key in the model at the other end.
    case inverse
    /// Records of a model that joins both, with its columns for this model and the other.
    case join(String, own: String, other: String)
    /// A value in the record.
    case value
  }

  /// A relationship with the entity in which it was drawn.
  struct End {
    let entity: Entity
    let relationship: Relationship

    var isToMany: Bool { relationship.isToMany }
    var name: String { SwiftName.identifier(relationship.name) ?? relationship.name }
    var comment: Comment { Comment(relationship.documentation, doubts: relationship.doubts) }
  }

  let planner: Planner
  /// By the names of entities.
  private var ends: [String: Ends] = [:]
  private(set) var joiningModels: [StructDeclaration] = []
  /// By the names of models' entities and of relationships.
  private(set) var forms: [String: [String: Form]] = [:]

  init(_ planner: Planner) { self.planner = planner }

  subscript(entity: Entity) -> Ends { ends[entity.name] ?? Ends() }

  /// Connects all relationships that are keys.
  mutating func connectAll() {
    for entity in planner.dataModel.entities where !planner.families.isEnum(entity) {
      for relationship in entity.relationships where planner.kinds.isKey(relationship) {
        connect(End(entity: entity, relationship: relationship))
      }
    }
  }

  private mutating func connect(_ end: End) {
    warn(end)
    let inverse = inverse(of: end)
    switch (end.isToMany, inverse?.isToMany) {
    case (false, nil), (false, true?): connectToParent(end, inverse)
    case (true, false?): break
    case (false, false?):
      if holdsKey(end, inverse) { connectToParent(end, inverse) }
    case (true, nil), (true, true?):
      if isFirst(end, inverse) { join(end, inverse) }
    }
  }

  /// Returns the relationship that leads back.
  private func inverse(of end: End) -> End? {
    guard let name = end.relationship.inverse, let entity = planner.families[end.relationship.destination] else {
      return nil
    }
    for entity in [entity] + planner.families.ancestors(of: entity).reversed() + planner.families.family(of: entity) {
      if let relationship = entity.relationships.first(where: { $0.name == name }) {
        return End(entity: entity, relationship: relationship)
      }
    }
    return nil
  }

  private func place(of end: End) -> Int { planner.places[end.entity.name] ?? 0 }

  private func isSame(_ end: End, _ other: End) -> Bool {
    end.entity.name == other.entity.name && end.relationship.name == other.relationship.name
  }

  /// Whether an end is the one at which both are connected: the earlier one.
  private func isFirst(_ end: End, _ inverse: End?) -> Bool {
    guard let inverse else { return true }
    return (place(of: end), end.name) <= (place(of: inverse), inverse.name)
  }

  /// Whether the one of two single ends has the key: what is deleted with the other, or needs the other; otherwise the
  /// later.
  private func holdsKey(_ end: End, _ inverse: End?) -> Bool {
    guard let inverse, !isSame(end, inverse) else { return true }
    let isOwned = inverse.relationship.deleteRule == .cascade
    if isOwned != (end.relationship.deleteRule == .cascade) { return isOwned }
    if end.relationship.isOptional != inverse.relationship.isOptional { return !end.relationship.isOptional }
    return !isFirst(end, inverse)
  }

  // MARK: - One to many, one to one

  private mutating func connectToParent(_ end: End, _ inverse: End?) {
    let owners = planner.models(of: end.entity)
    let parents = planner.planned(end.relationship.destination)
    guard let first = parents.first else { return }
    let isSingle = inverse.map { !$0.isToMany && !isSame(end, $0) } ?? false
    let key = end.relationship.key ?? keyName(end, among: owners)
    let position = inverse?.relationship.isOrdered == true ? end.name + "Position" : nil
    for owner in owners {
      ends[owner.name, default: Ends()].add(
        parents.count == 1
          ? toParent(end, of: owner, first, key, isUnique: isSingle)
          : toAnyParent(end, of: owner, parents, key, isUnique: isSingle))
      forms[owner.name, default: [:]][end.relationship.name] =
        parents.count == 1 ? .key(key) : .keyToAny(type: end.name + "Type", id: key)
      if let position { addPosition(position, end, to: owner) }
    }
    guard let inverse, !isSame(end, inverse) else { return }
    for parent in parents {
      forms[parent.name, default: [:]][inverse.relationship.name] = .inverse
      for owner in owners {
        let name =
          owners.count == 1
          ? inverse.name : SwiftName.lowerCamel(planner.typeName(owner)) + SwiftName.upperCamel(inverse.name)
        let path = parents.count == 1 ? "\\.\(SwiftName.source(key))" : "as: \\.\(SwiftName.source(end.name))"
        let expression =
          "\(isSingle ? "HasOne" : "HasMany")<\(planner.typeName(owner))>(\(path)\(inverse.relationship.deleteRule.dependent))"
          + order(position)
        ends[parent.name, default: Ends()].relations.append(
          .init(name: name, expression: expression, comment: inverse.comment))
      }
    }
  }

  private func order(_ position: String?) -> String { position.map { " { $0.order(by: \\.\($0)) }" } ?? "" }

  /// The name of the property with the parent's id, which no attribute has.
  private func keyName(_ end: End, among owners: [Entity]) -> String {
    var names = UniqueNames(
      taken: owners.flatMap { planner.flattenedAttributes(of: $0).map(\.name) }, key: SwiftName.folded)
    return names.take(firstOf: ["ID", "Key", "ParentID", "ParentKey"].map { end.name + $0 })
  }

  private mutating func addPosition(_ name: String, _ end: End, to owner: Entity) {
    var added = Ends(columns: planner.column(name, of: owner.name).texts)
    added.properties = [.init(name: name, type: "Int", initial: "0", origin: .init(owner, end.relationship))]
    ends[owner.name, default: Ends()].add(added)
  }

  private func toParent(_ end: End, of owner: Entity, _ parent: Entity, _ key: String, isUnique: Bool) -> Ends {
    var property = planner.key(key, to: parent, isOptional: end.relationship.isOptional, end.comment)
    property.origin = .init(owner, end.relationship, to: [planner.typeName(parent)])
    let isOptionalTyped = property.isOptional && !end.relationship.isOptional
    let isZero = !property.isOptional && end.relationship.isOptional
    let required = isOptionalTyped ? ", required: true" : isZero ? ", required: false" : ""
    let path = "\\." + SwiftName.source(key)
    var result = Ends(properties: [property])
    result.columns = column(key, end, of: owner, isUnique: isUnique)
    result.relations = [
      .init(
        name: end.name, expression: "BelongsTo<\(planner.typeName(parent))>(\(path)\(required)\(integrity(of: end)))",
        comment: end.comment)
    ]
    return result
  }

  private func toAnyParent(_ end: End, of owner: Entity, _ parents: [Entity], _ key: String, isUnique: Bool) -> Ends {
    let types = Set(parents.map { planner.idType($0) })
    if types.count > 1 {
      planner.diagnostics.error(
        "The relationship \"\(end.relationship.name)\" of the entity \"\(end.entity.name)\" leads to entities with different "
          + "types of ids (\(types.sorted().joined(separator: ", "))): give them the same attribute \"id\".",
        at: end.relationship.place)
    }
    let id = types.sorted().first ?? "Int"
    let typeKey = end.name + "Type"
    var result = Ends()
    result.properties = [
      .init(name: typeKey, type: "String?", comment: end.comment),
      .init(
        name: key, type: id + "?", origin: .init(owner, end.relationship, to: parents.map { planner.typeName($0) })),
    ]
    let typeColumn = planner.column(typeKey, was: end.relationship.formerName.map { $0 + "Type" }, of: owner.name)
    result.columns = typeColumn.texts + column(key, end, of: owner, isUnique: false)
    // Two models may have the same id, so only type and id together are of one parent.
    if isUnique {
      result.columns.append("Index(\\.\(SwiftName.source(typeKey)), \\.\(SwiftName.source(key)), unique: true)")
    }
    let list = parents.map { planner.typeName($0) + ".self" }.joined(separator: ", ")
    let required = end.relationship.isOptional ? "" : ", required: true"
    result.relations = [
      .init(
        name: end.name,
        expression:
          "BelongsToAny<\(id)>(type: \\.\(typeKey), id: \\.\(key), \(list)\(required)\(integrity(of: end)))",
        comment: end.comment)
    ]
    return result
  }

  /// The arguments of a relation that say which ids its key may have, and what the deletion of the parent does.
  private func integrity(of end: End) -> String {
    let (references, onDelete) = (end.relationship.userInfo[.references], end.relationship.userInfo[.onDelete])
    let isExisting = references == "existing" && end.relationship.isOptional
    return (isExisting ? ", references: .existing" : "")
      + (onDelete.map { $0 == "restrict" ? "" : ", onDelete: .\($0)" } ?? "")
  }

  private func column(_ key: String, _ end: End, of owner: Entity, isUnique: Bool) -> [String] {
    var options = isUnique ? [".unique"] : []
    if end.relationship.userInfo.isSet(.immutable) { options.append(".readOnly") }
    let former = end.relationship.formerName.map { $0 + "ID" }
    return planner.column(key, named: end.relationship.columnName, options, was: former, of: owner.name).texts
  }

  // MARK: - Many to many

  private mutating func join(_ end: End, _ inverse: End?) {
    for left in planner.models(of: end.entity) {
      for right in planner.planned(end.relationship.destination) { join(end, inverse, left, right) }
    }
  }

  private mutating func join(_ end: End, _ inverse: End?, _ left: Entity, _ right: Entity) {
    let isWithItself = left.name == right.name
    let (leftType, rightType) = (planner.typeName(left), planner.typeName(right))
    let back = inverse.flatMap { isSame(end, $0) ? nil : $0 }
    let leftName = isWithItself ? back?.name ?? SwiftName.lowerCamel(leftType) : SwiftName.lowerCamel(leftType)
    let rightName = isWithItself ? end.name : SwiftName.lowerCamel(rightType)
    let name = joinName(leftType, rightType, end.name, isWithItself)
    var model = StructDeclaration(name: name)
    model.comment = Comment("Joins \(leftType) and \(rightType): one record for each pair.")
    model.conformances = ["Model", "Hashable"]
    model.properties = [.init(name: "id", type: "Int", initial: "0")]
    let historyKey = DataModelHistory.key(ofJoining: name)
    var columns: [String] = []
    func addColumn(_ property: StructDeclaration.Property) {
      model.properties.append(property)
      columns += planner.column(property.name, of: historyKey).texts
    }
    let sides = [(left, leftName, Optional(end.relationship)), (right, rightName, back?.relationship)]
    for (entity, key, relationship) in sides {
      var property = planner.key(key + "ID", to: entity, isOptional: false, Comment())
      property.origin = .init(entity, relationship, to: [planner.typeName(entity)])
      addColumn(property)
      let required = property.isOptional ? ", required: true" : ""
      model.relations.append(
        .init(name: key, expression: "BelongsTo<\(planner.typeName(entity))>(\\.\(key)ID\(required))"))
    }
    var positions: [String?] = []
    for (entity, key, relationship) in sides {
      let position = relationship?.isOrdered == true ? key + "Position" : nil
      positions.append(position)
      guard let position else { continue }
      addColumn(.init(name: position, type: "Int", initial: "0", origin: .init(entity, relationship)))
    }
    columns.append("Index(\\.\(leftName)ID, \\.\(rightName)ID, unique: true)")
    model.schema = .init(
      version: planner.history.versions[historyKey] ?? 1,
      formerNames: (planner.history.formerNames[historyKey] ?? []).filter { $0 != name }, declarations: columns)
    let (own, other) = (leftName + "ID", rightName + "ID")
    forms[left.name, default: [:]][end.relationship.name] = .join(name, own: own, other: other)
    if let back { forms[right.name, default: [:]][back.relationship.name] = .join(name, own: other, other: own) }
    joiningModels.append(model)
    connect(end, left, to: right, through: name, leftName, rightName, positions[0])
    if let back { connect(back, right, to: left, through: name, rightName, leftName, positions[1]) }
  }

  private mutating func connect(
    _ end: End, _ owner: Entity, to target: Entity, through join: String, _ key: String, _ other: String,
    _ position: String?
  ) {
    let isOneType = planner.planned(end.relationship.destination).count == 1
    let name = isOneType ? end.name : SwiftName.lowerCamel(planner.typeName(target)) + SwiftName.upperCamel(end.name)
    let entries = owner.name == target.name ? name + "Links" : SwiftName.lowerCamel(join) + "s"
    ends[owner.name, default: Ends()].relations += [
      .init(name: entries, expression: "HasMany<\(join)>(\\.\(key)ID, dependent: .delete)" + order(position)),
      .init(
        name: name, expression: "HasMany<\(planner.typeName(target))>(through: \\.\(entries), \\.\(other))",
        comment: end.comment),
    ]
  }

  private func joinName(_ left: String, _ right: String, _ relation: String, _ isWithItself: Bool) -> String {
    var names = UniqueNames(taken: Array(planner.entitiesByType.keys) + joiningModels.map(\.name))
    let suffix = SwiftName.upperCamel(relation)
    return names.take(firstOf: [
      isWithItself ? left + suffix : left + right, left + right + suffix, left + suffix + right + "Join",
    ])
  }

  // MARK: - What is left out

  private func warn(_ end: End) {
    let what = "The relationship \"\(end.relationship.name)\" of the entity \"\(end.entity.name)\""
    let place = end.relationship.place
    let inverse = inverse(of: end)
    let isFromParent = end.isToMany ? inverse?.isToMany == false : !holdsKey(end, inverse) && inverse?.isToMany == false
    if !isFromParent && (end.relationship.deleteRule == .cascade || end.relationship.deleteRule == .deny) {
      planner.diagnostics.warning(
        "\(what) has the delete rule \(end.relationship.deleteRule.rawValue), which relations have only on the side without "
          + "the key: write it as a hook before destroying.", at: place)
    }
    if let rule = end.relationship.userInfo.entry(.onDelete) { check(rule, of: end, what) }
    let least = end.relationship.minimumCount ?? 0
    if end.isToMany && (least > 0 || (end.relationship.maximumCount ?? 0) > 1) {
      planner.diagnostics.warning(
        "\(what) has limits of its count, which are not checked: write them as a rule, Validate or AcrossRecords.",
        at: place)
    }
    if let inverse, isSame(end, inverse), end.isToMany {
      planner.diagnostics.warning(
        "\(what) is its own inverse: each direction is a record of its own, so save both.", at: place)
    }
  }

  /// Reports a rule for the deletion of parents for which the relation would trap.
  private func check(_ onDelete: UserInfo.Entry, of end: End, _ what: String) {
    if onDelete.value == "nullify" && !end.relationship.isOptional {
      planner.diagnostics.error(
        "\(what) is required, so its key cannot become nil: let its user info key \"\(onDelete.key)\" be delete or restrict.",
        at: onDelete.place)
    }
    let isExisting = end.relationship.userInfo[.references] == "existing"
    if onDelete.value != "restrict" && end.relationship.isOptional && !isExisting {
      planner.diagnostics.error(
        "\(what) may lead to nothing, so the user info key \"\(onDelete.key)\" needs the key References with the value "
          + "existing.", at: onDelete.place)
    }
  }
}

extension RelationLinks.Ends {
  fileprivate mutating func add(_ other: RelationLinks.Ends) {
    properties += other.properties
    columns += other.columns
    relations += other.relations
  }
}

extension DeleteRule {
  /// The rule as the argument of a relation.
  fileprivate var dependent: String {
    switch self {
    case .nullify: ", dependent: .nullify"
    case .cascade: ", dependent: .destroy"
    case .deny: ", dependent: .restrict"
    case .noAction: ""
    }
  }
}
