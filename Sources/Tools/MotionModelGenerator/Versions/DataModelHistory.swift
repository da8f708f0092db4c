/// The versions of a data model in order, from which come the schema versions and the migrations between them.
///
/// Columns that are new, gone or renamed need no migration, as schemas say them. Whatever else changes what files have
/// does: the model's version is raised at each step with such a change.
struct DataModelHistory {
  /// What changes between two versions of one model, in a way that a person has to look at.
  struct Step: Hashable {
    /// The name of the version of the data model that it leads to.
    let dataModelVersion: String
    /// The model's name before.
    let model: String
    let from: Int
    let changes: [StoredChange]
  }

  private(set) var steps: [Step] = []
  /// The schema version of each model in the last version, by the name of the entity or the key of a joining model.
  private(set) var versions: [String: Int] = [:]
  /// The names that models had before.
  private(set) var formerNames: [String: [String]] = [:]
  /// The names that columns had before, by those of properties.
  private(set) var formerColumns: [String: [String: [String]]] = [:]

  /// The key of a model that joins two others, which no entity has.
  static func key(ofJoining model: String) -> String { "→\(model)" }

  /// Compares versions, each with the one before.
  init(_ dataModels: [DataModel] = [], _ options: GeneratorOptions = GeneratorOptions()) {
    var before: StoredVersion?
    for (old, new) in zip(dataModels, dataModels.dropFirst()) {
      guard let former = before ?? StoredVersion(old, options), let present = StoredVersion(new, options) else {
        before = nil
        continue
      }
      add(present, after: former, named: new.version ?? new.name)
      before = present
    }
  }

  private mutating func add(_ new: StoredVersion, after old: StoredVersion, named name: String) {
    var numbers: [String: Int] = [:]
    var (names, columns) = ([String: [String]](), [String: [String: [String]]]())
    var found: Set<String> = []
    for (key, model) in new.models {
      guard let formerKey = old.key(of: model, key, in: new), let former = old.models[formerKey] else { continue }
      found.insert(formerKey)
      let pairs = old.pairs(former, model)
      let changes = old.changes(formerKey, to: key, pairs, in: new)
      let number = versions[formerKey] ?? 1
      numbers[key] = changes.isEmpty ? number : number + 1
      names[key] = (formerNames[formerKey] ?? []).adding(former.name == model.name ? [] : [former.name])
      columns[key] = Dictionary(
        uniqueKeysWithValues: pairs.map { property, former in
          let before = formerColumns[formerKey]?[former.name] ?? []
          return (property.name, before.adding(former.name == property.name ? [] : [former.name]))
        })
      addStep(name, former.name, number, changes)
    }
    for (key, model) in old.models where !found.contains(key) {
      addStep(name, model.name, versions[key] ?? 1, [.removed(model: model.name)])
    }
    (versions, formerNames, formerColumns) = (numbers, names, columns)
  }

  private mutating func addStep(_ version: String, _ model: String, _ from: Int, _ changes: [StoredChange]) {
    if changes.isEmpty { return }
    steps.append(Step(dataModelVersion: version, model: model, from: from, changes: changes))
  }
}
