extension Model {
  /// The records that belong to this one: `project.todos`.
  @inlinable
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Relations, Relation<Self, ToMany<Target>>> & Sendable
  ) -> RelatedRecords<Self, Target> {
    @inline(__always) get {
      RelatedRecords(owner: self, core: Self.relations[keyPath: relation].core, store: Self.storeOfRelations)
    }
  }

  /// The record that belongs to this one, or nil: `user.profile`.
  ///
  /// It cannot be assigned, because an assignment does not save: call ``set(_:to:)-(_,Target)``, which does both.
  ///
  /// - Complexity: O(1) with an index on the key.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Relations, Relation<Self, ToOne<Target>>> & Sendable
  ) -> Target? where Target.Adapter.Failure == Never {
    get { inCurrentStore[dynamicMember: relation] }
    @available(*, unavailable, message: "Call set(_:to:) or remove(_:), which save what they change.")
    set {}
  }

  /// The parent of this record, or nil: `todo.project`.
  ///
  /// Assigning a parent sets the record's key to the parent's id, but saves nothing. It traps if the parent has no id,
  /// because it was never saved: save it first, or both together with ``save(with:_:)-(_,Target)``.
  ///
  /// - Complexity: O(1).
  @inlinable
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Relations, Relation<Self, ToParent<Target>>> & Sendable
  ) -> Target? where Target.Adapter.Failure == Never {
    @inline(__always) get { Self.relations[keyPath: relation].core.parent(of: self, in: Self.storeOfRelations) }
    set { Self.relations[keyPath: relation].core.ownKey.assign(&self, newValue.map(Self.requireID(of:))) }
  }

  /// The record in the store in use, which answers for its relations.
  var inCurrentStore: RecordInStore<Self> { Self.storeOfRelations.of(self) }

  /// The store in use, for a relation.
  @usableFromInline static var storeOfRelations: Store {
    let store = Store.current
    #if DEBUG
      DefaultStoreWarning.check(store, schema.layout, "a relation is read from")
    #endif
    return store
  }

  /// Returns the id of a parent; traps if it has none.
  @usableFromInline static func requireID<Parent: Model>(of parent: Parent) -> Parent.ID {
    if parent.id.isAssigned { return parent.id }
    fatalError(
      """
      A record of \(Parent.schema.modelName) that was never saved cannot be assigned to one of \(schema.modelName), because it has \
      no id yet: save it first, or save both together with save(with:).
      """)
  }
}

extension RelationCore {
  /// The key of a relation to a parent, which this model has.
  @inlinable var ownKey: ForeignKey<Owner, Target> {
    guard let parentKey else { fatalError("A relation of \(Owner.self) to a parent has no key of its own.") }
    return parentKey
  }

  /// Returns the parent of a record, or nil.
  @inlinable func parent(of owner: Owner, in store: Store) -> Target? where Target.Adapter.Failure == Never {
    guard let id = Unmanaged.passUnretained(ownKey)._withUnsafeGuaranteedRef({ $0.value(owner) }) else { return nil }
    if Target.Adapter.self != ArrayAdapter.self { return store.table(Target.self).find(id) }
    return store.record(id, of: Target.self, ownKey.link.parentSlot, in: Target.schema.layout)
  }
}
