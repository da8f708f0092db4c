/// A relation to a parent of one of several models. One column holds the parent's id, another the name of its model.
///
/// ```swift
/// struct Note: Model {
///   var id = 0
///   var text = ""
///   var subjectType: String?
///   var subjectID: Int?
///
///   struct Relations: ModelRelations {
///     let subject = BelongsToAny<Int>(type: \.subjectType, id: \.subjectID, Board.self, Card.self)
///   }
/// }
///
/// note.subject                        // => a Board, a Card or nil, as any Model
/// note.subject as? Board              // => a Board, or nil
/// Note.including(\.subject).all       // => [(Note, (any Model)?)]
/// Note.where { $0.subject.as(Board.self).name == "Work" }
/// ```
///
/// All parent models must have the same type of id. Unless the parent is required, or the declaration says
/// `references: .existing`, a key without a stored parent is allowed, and the record then has no parent.
public struct PolymorphicRelation<Owner: Model, Key: ModelID>: Sendable {
  let key: PolymorphicKey<Owner, Key>
  let parents: [any Model.Type]
  let reference: Reference
  /// Whether a change of a record sets the time of the latest save of its parent.
  let touches: Bool
  /// The keys, one for each model that a parent can be of.
  private let keys: Lazy<[Link]>

  /// Declares that a record may have a parent of one of several models.
  ///
  /// - Parameters:
  ///   - type: The property that holds the name of the parent's model.
  ///   - id: The property that holds the parent's id.
  ///   - parents: The models that a parent can be of.
  ///   - isRequired: Whether every commit requires that each record has a stored parent.
  ///   - references: Whether a key that is not nil must lead to a stored record.
  ///   - onDelete: What happens to a record whose key must lead to a stored parent, when that parent is deleted.
  ///   - touch: Whether a change of a record sets the time of the latest save of its parent. All parents' models then
  ///     have ``Timestamps``.
  public init(
    type: any WritableKeyPath<Owner, String?> & Sendable, id: any WritableKeyPath<Owner, Key?> & Sendable,
    _ parents: any Model.Type..., required isRequired: Bool = false,
    references: DeclaredRelation.References = .any, onDelete: ReferentialAction = .restrict, touch: Bool = false
  ) {
    let key = PolymorphicKey(type, id)
    (self.key, self.parents, touches) = (key, parents, touch)
    keys = Lazy { Self.links(of: key, to: parents) }
    reference = Reference(isRequired: isRequired, references, onDelete)
  }

  /// Returns the key for a model with a relation to records of `Owner`; traps when `parents` lacks the model.
  func key(for parent: any Model.Type) -> PolymorphicKey<Owner, Key> {
    if parents.contains(where: { $0 == parent }) { return key }
    fatalError(
      """
      \(parent) says that \(Owner.self) records belong to it, but their relation does not name it: add \(parent).self to its \
      BelongsToAny.
      """)
  }

  /// Returns whether a record has the id of a parent, which may not be stored.
  package func hasParent(_ record: Owner) -> Bool { key.id(record) != nil }

  /// Finds the parent of a record in a store.
  func parent(of record: Owner, in store: Store) -> (any Model)? {
    guard let name = key.type(record), let id = key.id(record),
      let model = parents.first(where: { String(describing: $0) == name })
    else { return nil }
    return model.stored(id, in: store)
  }

  /// Returns the relation to the parents of one of the models; nil for a model that is not one of them.
  func relation<Parent: Model>(to parent: Parent.Type) -> Relation<Owner, ToParent<Parent>>? {
    guard let route = route(to: parent), let key = key as? PolymorphicKey<Owner, Parent.ID> else { return nil }
    return Relation(
      core: RelationCore(key: .own(ForeignKey(key)), reference: reference, touches: touches) { route })
  }

  /// Returns the route to the parents of one of the models; nil for a model that is not one of them.
  func route(to parent: any Model.Type) -> Route? {
    let slot = ModelSlots.shared.slot(of: parent)
    return links.first { $0.parentSlot == slot }.map { Route(steps: [Route.Step(link: $0, direction: .toParent)]) }
  }

  func refuse(_ parent: any Model.Type) -> Never {
    fatalError(
      """
      \(parent) cannot be the parent of \(Owner.self): the relation is to \
      \(parents.map { "\($0)" }.joined(separator: ", ")), with ids of the type \(Key.self).
      """)
  }

  /// Sets the key to that of a parent, or to nil.
  func assign(_ parent: (any Model)?, to record: inout Owner) {
    guard let parent else { return key.assign(&record, nil, nil) }
    guard parents.contains(where: { $0 == type(of: parent) }), let id = parent.id as? Key else {
      refuse(type(of: parent))
    }
    key.assign(&record, id.isAssigned ? "\(type(of: parent))" : nil, id.isAssigned ? id : nil)
  }
}

extension Model {
  /// Declares that records of this model belong to a record of one of several models; see ``PolymorphicRelation``.
  public typealias BelongsToAny<Key: ModelID> = PolymorphicRelation<Self, Key>

  /// The parent of this record, whichever model it is of, or nil.
  ///
  /// Assigning a parent sets the record's key, but saves nothing. Assigning a record of a model that the relation
  /// does not name traps.
  ///
  /// - Complexity: O(1).
  public subscript<Key: ModelID>(
    dynamicMember relation: any KeyPath<Relations, PolymorphicRelation<Self, Key>> & Sendable
  ) -> (any Model)? {
    get { inCurrentStore[dynamicMember: relation] }
    set { Self.relations[keyPath: relation].assign(newValue, to: &self) }
  }

  /// Returns the stored record with an id of an unknown type; nil when there is none or the id's type is not the
  /// model's.
  fileprivate static func stored(_ id: any ModelID, in store: Store) -> (any Model)? {
    if Adapter.self != ArrayAdapter.self { Store.refuseExternal(schema.layout, in: self) }
    return (id as? ID).flatMap { store.table(self).stored($0) }
  }
}

/// The two properties of a child that hold its parent's model and id.
struct PolymorphicKey<Child: Model, ID: ModelID>: Sendable {
  let typeKeyPath: any WritableKeyPath<Child, String?> & Sendable
  let idKeyPath: any WritableKeyPath<Child, ID?> & Sendable
  private let typeReader: PropertyReader<Child, String?>

  init(
    _ type: any WritableKeyPath<Child, String?> & Sendable, _ id: any WritableKeyPath<Child, ID?> & Sendable
  ) {
    (typeKeyPath, idKeyPath, typeReader) = (type, id, PropertyReader(type))
  }

  var reader: KeyReader<ID> { KeyReader(optional: idKeyPath) }

  func type(_ child: Child) -> String? { child[keyPath: typeKeyPath] }

  func id(_ child: Child) -> ID? { child[keyPath: idKeyPath].flatMap { $0.isAssigned ? $0 : nil } }

  func assign(_ child: inout Child, _ type: String?, _ id: ID?) {
    (child[keyPath: typeKeyPath], child[keyPath: idKeyPath]) = (type, id)
  }

  func isType(_ name: String) -> PredicateNode { .comparison(ColumnReference(typeKeyPath), .equal, String?.some(name)) }

  func isID(_ id: ID) -> PredicateNode { .comparison(ColumnReference(idKeyPath), .equal, ID?.some(id)) }

  func typeName(in row: Row) -> String? { typeReader.value(in: row) }
}

extension PolymorphicRelation: AnyRelation {
  var kind: DeclaredRelation.Kind { .belongsTo }
  var targets: [any Model.Type] { parents }
  var keyName: String? { ColumnReference(declared: key.idKeyPath)?.name }
  var link: Link? { nil }

  var links: [Link] { keys.value }

  private static func links(of key: PolymorphicKey<Owner, Key>, to parents: [any Model.Type]) -> [Link] {
    func link<Parent: Model>(_ parent: Parent.Type) -> Link? {
      (key as? PolymorphicKey<Owner, Parent.ID>).map { ForeignKey<Owner, Parent>($0).link }
    }
    return parents.compactMap { link($0) }
  }

  var ownKeyPath: AnyKeyPath? { key.idKeyPath }
  var ownKeyColumns: [String] {
    [ColumnReference(declared: key.typeKeyPath)?.name, keyName].compactMap { $0 }
  }
  var dependent: Dependent { .none }
  var acceptsAttributes: Bool { false }
  var acceptsIDs: Bool { false }
  func replace(_ value: AttributeValue, of owner: any Model, given: any Model, _ name: String, in store: Store) {}
  var parentUpdates: [ParentUpdate] {
    touches ? links.map { ParentUpdate(link: $0, touches: true) } : []
  }
  func write(
    _ value: AttributeValue, of owner: inout any Model, given: any Model, _ name: String, in store: Store
  ) -> [() throws -> Void] { [] }
  func cascade(from owners: [any Model], in cascade: Cascade, _ name: String) {}
}
