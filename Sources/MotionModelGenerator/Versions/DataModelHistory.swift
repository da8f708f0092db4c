/// The versions of a data model in order, from which come the schema versions and the migrations between them.
///
/// Columns that are new, gone or renamed need no migration, as schemas say them. A column of another type does, and so does one
/// that may no longer be nil: the model's version is raised at each step with one.
struct DataModelHistory {
  /// What changes between two versions of one model, in a way that a person has to look at.
  struct Step: Hashable {
    /// The name of the version of the data model that it leads to.
    let dataModelVersion: String
    /// The model's name before.
    let model: String
    let from: Int
    let changes: [Change]
  }

  /// A change of a column.
  enum Change: Hashable {
    /// Values of another type.
    case type(column: String, from: String, to: String)
    /// Nil is not a value any more; `initial` is the one of new records.
    case required(column: String, initial: String)
  }

  private(set) var steps: [Step] = []
  /// The schema version of each model in the last version, by the name of the entity.
  private(set) var versions: [String: Int] = [:]
  /// The names that models had before, by the names of their entities.
  private(set) var formerNames: [String: [String]] = [:]
  /// The names that columns had before, by the names of their entities and properties.
  private(set) var formerColumns: [String: [String: [String]]] = [:]

  /// Compares versions, each with the one before.
  init(_ dataModels: [DataModel] = [], _ options: GeneratorOptions = GeneratorOptions()) {
    var numbers: [String: Int] = [:]
    var oldPlanner: Planner??
    for (old, new) in zip(dataModels, dataModels.dropFirst()) {
      let (oldPlaceless, newPlaceless) = (Self.placeless(old), Self.placeless(new))
      // Most entities stay as they are from version to version, and planning takes long.
      let changed = Set(newPlaceless.keys.filter { oldPlaceless[$0] != newPlaceless[$0] })
      if changed.isEmpty {
        oldPlanner = nil
        continue
      }
      let planner = Self.planner(new, options)
      let formers = Set(changed.flatMap { [$0, new[entity: $0]?.formerName ?? $0] })
      let before = Self.models(oldPlanner ?? Self.planner(old, options), formers)
      let after = Self.models(planner, changed)
      oldPlanner = planner
      var next: [String: Int] = [:]
      var (nextNames, nextColumns) = ([String: [String]](), [String: [String: [String]]]())
      for entity in new.entities {
        guard changed.contains(entity.name) else {
          next[entity.name] = numbers[entity.name]
          (nextNames[entity.name], nextColumns[entity.name]) = (formerNames[entity.name], formerColumns[entity.name])
          continue
        }
        guard let model = after[entity.name] else { continue }
        let formerEntity = old[entity: entity.formerName ?? entity.name] ?? old[entity: entity.name]
        guard let formerEntity, let former = before[formerEntity.name] else { continue }
        let number = numbers[formerEntity.name] ?? 1
        nextNames[entity.name] = (formerNames[formerEntity.name] ?? []).adding(
          former.name == model.name ? [] : [former.name])
        nextColumns[entity.name] = Self.formerColumns(former, model, formerColumns[formerEntity.name] ?? [:])
        let changes = Self.changes(former, model)
        next[entity.name] = changes.isEmpty ? number : number + 1
        if changes.isEmpty { continue }
        steps.append(
          Step(dataModelVersion: new.version ?? new.name, model: former.name, from: number, changes: changes))
      }
      (numbers, formerNames, formerColumns) = (next, nextNames, nextColumns)
    }
    versions = numbers
  }

  /// The attributes of each entity with those that it inherits, without their places in the file.
  private static func placeless(_ dataModel: DataModel) -> [String: [Entity]] {
    let families = EntityFamilies(dataModel)
    let entities = dataModel.entities.map { (entity: $0, placeless: $0.placeless) }
    let byName = Dictionary(entities.map { ($0.entity.name, $0.placeless) }) { first, _ in first }
    return Dictionary(
      entities.map { pair in
        (pair.entity.name, families.ancestors(of: pair.entity).compactMap { byName[$0.name] } + [pair.placeless])
      }
    ) { first, _ in first }
  }

  /// What plans a version; nil for one that cannot be generated, and so cannot be compared.
  private static func planner(_ dataModel: DataModel, _ options: GeneratorOptions) -> Planner? {
    let diagnostics = Diagnostics()
    DataModelChecks(dataModel, diagnostics).run()
    return diagnostics.hasErrors ? nil : Planner(dataModel, options, diagnostics)
  }

  /// The structs of some entities of a version without their keys, by the names of the entities.
  private static func models(_ planner: Planner?, _ names: Set<String>) -> [String: StructDeclaration] {
    guard let planner else { return [:] }
    let links = RelationLinks(planner)
    let entities = planner.dataModel.entities.filter { names.contains($0.name) && planner.kinds[$0] == .model }
    return Dictionary(entities.map { ($0.name, planner.structure($0, links)) }) { first, _ in first }
  }

  /// Returns the property of a struct that became one of another.
  private static func former(_ property: StructDeclaration.Property, in old: StructDeclaration)
    -> StructDeclaration.Property?
  {
    [property.formerName, property.name].compactMap(\.self).lazy
      .compactMap { name in old.properties.first { $0.name == name } }.first
  }

  private static func formerColumns(
    _ old: StructDeclaration, _ new: StructDeclaration, _ before: [String: [String]]
  ) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for property in new.properties {
      guard let former = former(property, in: old) else { continue }
      result[property.name] = (before[former.name] ?? []).adding(former.name == property.name ? [] : [former.name])
    }
    return result
  }

  private static func changes(_ old: StructDeclaration, _ new: StructDeclaration) -> [Change] {
    new.properties.flatMap { property -> [Change] in
      if property.isTransient || property.name == "id" { return [] }
      guard let former = former(property, in: old), !former.isTransient else { return [] }
      let (from, to) = (former.type.withoutQuestionMark, property.type.withoutQuestionMark)
      if from != to { return [.type(column: former.name, from: from, to: to)] }
      guard former.isOptional, !property.isOptional, let initial = property.initial else { return [] }
      return [.required(column: former.name, initial: initial)]
    }
  }
}

extension Entity {
  /// The entity with its attributes and values, without places in the file.
  fileprivate var placeless: Entity {
    var entity = self
    entity.place = SourcePlace()
    entity.userInfo = userInfo.placeless
    entity.attributes = attributes.map { attribute in
      var attribute = attribute
      attribute.place = SourcePlace()
      attribute.userInfo = attribute.userInfo.placeless
      return attribute
    }
    entity.relationships = relationships.map { relationship in
      var relationship = relationship
      relationship.place = SourcePlace()
      relationship.userInfo = relationship.userInfo.placeless
      return relationship
    }
    return entity
  }
}

extension UserInfo {
  fileprivate var placeless: UserInfo { UserInfo(entries.map { Entry($0.key, $0.value) }) }
}

extension String {
  fileprivate var withoutQuestionMark: String { hasSuffix("?") ? String(dropLast()) : self }
}
