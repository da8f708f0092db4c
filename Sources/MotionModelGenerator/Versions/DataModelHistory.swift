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
    for (old, new) in zip(dataModels, dataModels.dropFirst()) {
      let (before, after) = (Self.models(old, options), Self.models(new, options))
      var next: [String: Int] = [:]
      var (nextNames, nextColumns) = ([String: [String]](), [String: [String: [String]]]())
      for entity in new.entities {
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

  /// The structs of a version's models, by the names of their entities.
  private static func models(_ dataModel: DataModel, _ options: GeneratorOptions) -> [String: StructDeclaration] {
    let diagnostics = Diagnostics()
    DataModelChecks(dataModel, diagnostics).run()
    // What cannot be generated cannot be compared.
    if diagnostics.hasErrors { return [:] }
    let types = Planner(dataModel, options, diagnostics).types()
    return Dictionary(
      zip(dataModel.entities, types).compactMap { entity, type in
        for case .structure(let model) in type.declarations where model.isModel { return (entity.name, model) }
        return nil
      }
    ) { first, _ in first }
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

extension String {
  fileprivate var withoutQuestionMark: String { hasSuffix("?") ? String(dropLast()) : self }
}
