/// What a version of a data model stores.
struct StoredVersion {
  /// The models by the names of their entities, and those that join others by their keys, in an order that stays.
  let models: [(key: String, value: StructDeclaration)]
  private let planner: Planner
  private let links: RelationLinks

  /// Plans a version; nil for one that cannot be generated, and so cannot be compared.
  init?(_ dataModel: DataModel, _ options: GeneratorOptions) {
    let diagnostics = Diagnostics()
    DataModelChecks(dataModel, diagnostics).run()
    if diagnostics.hasErrors { return nil }
    let planner = Planner(dataModel, options, diagnostics)
    var links = RelationLinks(planner)
    links.connectAll()
    (self.planner, self.links) = (planner, links)
    let entities = dataModel.entities.filter { planner.kinds[$0] == .model }
    models =
      entities.map { ($0.name, planner.structure($0, links)) }
      + links.joiningModels.map { (DataModelHistory.key(ofJoining: $0.name), $0) }
  }

  // MARK: - What was what

  /// Returns the key of the model that became one of a later version; nil if there was none.
  func key(of model: StructDeclaration, _ key: String, in new: StoredVersion) -> String? {
    if let entity = new.planner.families[key] {
      return [entity.formerName, entity.name].compactMap(\.self).first { models[$0] != nil }
    }
    let ends = model.properties.compactMap(\.origin)
    return models.first { old in
      let before = old.value.properties.compactMap(\.origin)
      return planner.families[old.key] == nil
        && ends.filter { !$0.targets.isEmpty }.allSatisfy { end in
          before.contains { end.continues($0) }
        }
    }?.key
  }

  /// Returns the properties of a model that are stored, with those that they were before.
  func pairs(
    _ old: StructDeclaration, _ new: StructDeclaration
  ) -> [(new: StructDeclaration.Property, old: StructDeclaration.Property)] {
    new.properties.filter { !$0.isTransient }.compactMap { property in
      let former =
        property.origin.map { origin in old.properties.first { $0.origin.map(origin.continues) ?? false } }
        ?? [property.formerName, property.name].compactMap(\.self).lazy
        .compactMap { name in old.properties.first { $0.name == name && $0.origin == nil } }.first
      return former.flatMap { $0.isTransient ? nil : (property, $0) }
    }
  }

  // MARK: - What changed

  /// Returns what changed in a model.
  func changes(
    _ key: String, to newKey: String, _ pairs: [(new: StructDeclaration.Property, old: StructDeclaration.Property)],
    in new: StoredVersion
  ) -> [StoredChange] {
    pairs.flatMap { change(from: $0.old, to: $0.new, in: new) }
      + (new.planner.families[newKey].map { formChanges(key, to: $0, in: new) } ?? [])
  }

  private func change(
    from old: StructDeclaration.Property, to property: StructDeclaration.Property, in new: StoredVersion
  ) -> [StoredChange] {
    let (from, to) = (old.type.withoutQuestionMark, property.type.withoutQuestionMark)
    if let before = old.origin?.targets, let after = property.origin?.targets {
      if !after.contains(where: { new.formerNames(of: $0).contains { before.contains($0) } }) && !after.isEmpty {
        return [
          .target(column: old.name, from: before.joined(separator: ", "), to: after.joined(separator: ", "))
        ]
      }
    }
    if new.renamed(from) != to { return [.type(column: old.name, from: from, to: to)] }
    if let change = valueChange(in: from, to: to, new, []) { return [.values(column: old.name, change: change)] }
    guard old.isOptional, !property.isOptional, let initial = property.initial else { return [] }
    return [.required(column: old.name, initial: initial)]
  }

  /// The present and the former name of a type.
  private func formerNames(of type: String) -> [String] {
    [type] + (planner.entitiesByType[type]?.formerName.map { [SwiftName.upperCamel($0)] } ?? [])
  }

  /// The name that a type of the version before has now.
  private func renamed(_ type: String) -> String {
    let renamed = planner.dataModel.entities.compactMap { entity in
      entity.formerName.map { (SwiftName.upperCamel($0), planner.typeName(entity)) }
    }
    return renamed.reduce(type) { text, pair in
      SwiftType(named: text).parts.contains(pair.0) && planner.entitiesByType[pair.0] == nil
        ? text.replacing(pair.0, with: pair.1) : text
    }
  }

  // MARK: - Relationships

  private func form(_ relationship: Relationship, of entity: Entity) -> RelationLinks.Form {
    planner.kinds.isKey(relationship) ? links.forms[entity.name]?[relationship.name] ?? .inverse : .value
  }

  private func formChanges(_ key: String, to entity: Entity, in new: StoredVersion) -> [StoredChange] {
    guard let before = planner.families[key] else { return [] }
    let relationships = planner.flattenedRelationships(of: before)
    return new.planner.flattenedRelationships(of: entity).compactMap { relationship in
      let names = [relationship.formerName, relationship.name].compactMap(\.self)
      guard let old = names.lazy.compactMap({ name in relationships.first { $0.name == name } }).first else {
        return nil
      }
      let name = SwiftName.identifier(old.name) ?? old.name
      switch (form(old, of: before), new.form(relationship, of: entity)) {
      case (.key, .key), (.keyToAny, .keyToAny), (.join, .join), (.value, .value), (.inverse, _): return nil
      case (.key(let column), .join(let join, let own, let other)):
        var columns = [StoredChange.Pair(new: own, old: "id"), .init(new: other, old: column)]
        // The place in the list at the other end goes along.
        let place = models[key]?.properties.first {
          $0.origin?.targets == [] && $0.origin?.relationships.last == old.name
        }
        let newPlace = other.dropLast(2) + "Position"
        let model = new.models[DataModelHistory.key(ofJoining: join)]
        if let place, model?.properties.contains(where: { $0.name == newPlace }) == true {
          columns.append(.init(new: String(newPlace), old: place.name))
        }
        return .joined(relationship: name, column: column, join: join, columns: columns)
      case (.key(let column), .keyToAny(let type, _)):
        let target = planner.planned(old.destination).first.map { planner.typeName($0) } ?? old.destination
        return .manyTargets(column: column, typeColumn: type, target: target)
      case (let from, let to): return .form(relationship: name, from: from.words, to: to.words)
      }
    }
  }

  // MARK: - Types in values

  /// Returns what changed in the enums and values that a type names, if a value of before may not be one now.
  private func valueChange(in type: String, to newType: String, _ new: StoredVersion, _ visited: Set<String>) -> String?
  {
    for (name, newName) in zip(SwiftType(named: type).parts, SwiftType(named: newType).parts)
    where !visited.contains(name) {
      guard let old = planner.entitiesByType[name], let present = new.planner.entitiesByType[newName] else { continue }
      let change =
        planner.families.isEnum(old)
        ? caseChange(of: old, present, new) : memberChange(of: old, present, new, visited.union([name]))
      if let change { return change }
    }
    return nil
  }

  private func caseChange(of old: Entity, _ present: Entity, _ new: StoredVersion) -> String? {
    func tags(_ planner: Planner, _ entity: Entity) -> [String] {
      planner.enumeration(entity).cases.map { $0.rawValue ?? SwiftLiteral.string($0.name) }
    }
    let kept = Set(tags(new.planner, present))
    let lost = tags(planner, old).filter { !kept.contains($0) }
    return lost.isEmpty ? nil : "\(planner.typeName(old)) had the values \(lost.joined(separator: ", "))"
  }

  private func memberChange(
    of old: Entity, _ present: Entity, _ new: StoredVersion, _ visited: Set<String>
  ) -> String? {
    guard planner.kinds[old] == .value, new.planner.kinds[present] == .value else { return nil }
    let (before, after) = (planner.structure(old, links), new.planner.structure(present, new.links))
    for property in after.properties where !property.isTransient {
      guard let former = before.properties.first(where: { $0.name == property.name }) else {
        // Files have no former names, and no defaults, for members of values.
        if property.isOptional && property.formerName == nil { continue }
        return "\(after.name).\(property.name) is new"
      }
      if former.isOptional && !property.isOptional { return "\(after.name).\(property.name) may not be nil any more" }
      let (from, to) = (former.type.withoutQuestionMark, property.type.withoutQuestionMark)
      if new.renamed(from) != to { return "\(after.name).\(property.name) was \(from) and is \(to)" }
      if let change = valueChange(in: from, to: to, new, visited) { return change }
    }
    return nil
  }
}

extension [(key: String, value: StructDeclaration)] {
  subscript(key: String) -> StructDeclaration? { first { $0.key == key }?.value }
}

extension RelationLinks.Form {
  /// What a relationship is, in words.
  fileprivate var words: String {
    switch self {
    case .key(let column): "the key \(column)"
    case .keyToAny(let type, let id): "the key \(type) and \(id)"
    case .inverse: "a key of the other record"
    case .join(let model, _, _): "records of \(model)"
    case .value: "a value"
    }
  }
}

extension String {
  fileprivate var withoutQuestionMark: String { hasSuffix("?") ? String(dropLast()) : self }
}
