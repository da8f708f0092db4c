import MotionModel
import MotionModelValues

/// A relation that can be walked along without knowing its models.
protocol WalkableRelation {
  /// Returns the records that are related to a record: one entry, or none if they are not in memory.
  func related(
    to owner: any Model, _ link: InspectedLink, limit: Int, in snapshot: Store, of store: Store
  ) -> [RelatedRows]
}

extension Relation: WalkableRelation {
  func related(
    to owner: any Model, _ link: InspectedLink, limit: Int, in snapshot: Store, of store: Store
  ) -> [RelatedRows] {
    guard let owner = owner as? Owner else { return [] }
    let opener = TableOpener<Kind.Target>() as? any RelationOpening<Kind.Target>
    let condition = keyOfChildren.map { "\($0.asName) == \(owner.id.attribute.asLiteral)" }
    let related = opener?.related(link, records(of: owner, in: snapshot), limit, condition, snapshot, store)
    return related.map { [$0] } ?? []
  }
}

/// A model whose records are in memory, with finders of them.
protocol RelationOpening<Record> {
  associatedtype Record: Model

  func related(
    _ link: InspectedLink, _ finder: Finder<Record>, _ limit: Int, _ condition: String?, _ snapshot: Store,
    _ store: Store
  ) -> RelatedRows
}

extension TableOpener: RelationOpening where Record.Adapter == ArrayAdapter {
  func related(
    _ link: InspectedLink, _ finder: Finder<Record>, _ limit: Int, _ condition: String?, _ snapshot: Store,
    _ store: Store
  ) -> RelatedRows {
    StoreTable<Record>(snapshot: snapshot, store: store, isBesideOthers: false).related(
      link, finder, limit: limit, condition: condition)
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
