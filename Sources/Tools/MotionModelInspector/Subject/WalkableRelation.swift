import MotionModel
import MotionModelValues

/// A relation that can be walked along without knowing its models.
protocol WalkableRelation {
  /// Returns the records that are related to a record: one entry, or none if they cannot be read.
  func related(
    to owner: any Model, _ link: InspectedLink, limit: Int, _ stores: InspectedStores
  ) throws -> [RelatedRows]
}

/// Where the tables of a page are read.
struct InspectedStores {
  /// For records in memory.
  let snapshot: Store
  /// For records that an adapter keeps, which a snapshot does not have.
  let store: Store
  let hasSeveralAdapters: Bool

  /// Returns the table of a model whose type is not known; nil if the store lacks its adapter.
  func opened<Record: Model>(_ model: Record.Type) -> (any InspectedTable)? { table(of: model) }

  /// Returns the table of a model; nil if the store lacks its adapter.
  func table<Record: Model>(of model: Record.Type) -> StoreTable<Record>? {
    if !store.keeps(model) { return nil }
    return StoreTable<Record>(snapshot: snapshot, store: store, hasSeveralAdapters: hasSeveralAdapters)
  }
}

extension Relation: WalkableRelation {
  func related(
    to owner: any Model, _ link: InspectedLink, limit: Int, _ stores: InspectedStores
  ) throws -> [RelatedRows] {
    guard let owner = owner as? Owner, let table = stores.table(of: Kind.Target.self) else { return [] }
    return [try table.related(link, records(of: owner, in: table.source), limit: limit, condition: condition(owner))]
  }

  /// The condition that a related record has the key of a record; nil for a relation without a key in the other model.
  private func condition(_ owner: Owner) -> String? {
    guard let key = keyOfChildren else { return nil }
    let hasKey = "\(key.asName) == \(owner.id.attribute.asLiteral)"
    // Where a parent may be of several models, another column has the name of its model.
    let columns = Kind.Target.schema.relations.map(\.ownKeyColumns).first { $0.count == 2 && $0[1] == key }
    guard let name = columns?[0] else { return hasKey }
    return "\(name.asName) == \(AttributeValue.string(Owner.schema.modelName).asLiteral) && \(hasKey)"
  }
}

extension PolymorphicRelation: WalkableRelation {
  func related(
    to owner: any Model, _ link: InspectedLink, limit: Int, _ stores: InspectedStores
  ) throws -> [RelatedRows] {
    guard let owner = owner as? Owner,
      let declared = Owner.schema.relations.first(where: { $0.name == link.name }), declared.ownKeyColumns.count == 2,
      let (name, id) = Self.key(of: owner, declared.ownKeyColumns),
      let parent = declared.targets.first(where: { $0.modelName == name })
    else { return [] }
    return try Self.related(link, parent, id, limit, stores)
  }

  /// The name of the parent's model, and the parent's id; nil if the record has no parent.
  private static func key(of owner: Owner, _ columns: [String]) -> (String, AttributeValue)? {
    guard case .string(let name)? = Owner.schema[columns[0]]?[owner], let id = Owner.schema[columns[1]]?[owner] else {
      return nil
    }
    return (name, id)
  }

  private static func related<Parent: Model>(
    _ link: InspectedLink, _ parent: Parent.Type, _ id: AttributeValue, _ limit: Int, _ stores: InspectedStores
  ) throws -> [RelatedRows] {
    // A key that is not an id of the parent's model leads to no record. It is shown among the columns.
    guard let table = stores.table(of: parent), let id = try? Parent.ID(attribute: id) else { return [] }
    let finder = table.source.table(parent).unscoped().where(\.id).eq(id)
    return [try table.related(link, finder, limit: limit, condition: nil)]
  }
}

extension String {
  /// The name of a column as conditions have it: in backquotes unless it is a word.
  var asName: String {
    let isWord = !isEmpty && first?.isNumber != true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isWord ? self : "`\(replacing("`", with: "``"))`"
  }
}

extension AttributeValue {
  /// The value as conditions have it.
  var asLiteral: String {
    switch self {
    case .string, .array, .dictionary, .data: nestedDescription
    case .null: "nil"
    default: description
    }
  }
}
