extension Model {
  /// Declares that one record has this model's key; see ``Relation``.
  public typealias HasOne<Target: Model> = Relation<Self, ToOne<Target>>
}

extension Relation {
  /// Declares that one record has this model's key.
  ///
  /// ```swift
  /// let profile = HasOne<Profile>(\.userID, dependent: .destroy)
  /// ```
  ///
  /// When several records have the key, the relation is to the first of them, in every call: reading, conditions,
  /// orders, derived values, and writing, which leaves the other records. A ``ColumnOptions/unique`` column ensures
  /// that there is only one.
  ///
  /// - Parameters:
  ///   - key: The property of the other model that holds this model's id.
  ///   - dependent: What happens to the related record when another record replaces it, and to all records that the
  ///     relation chooses from when a record of this model is destroyed.
  ///   - scope: Selects and orders the records that have the key; the relation is to the first of them.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Target, Owner.ID> & Sendable, dependent: Dependent = .none,
    scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) where Kind == ToOne<Target> {
    core = RelationCore(theirs: ForeignKey(key), dependent, isOne: true, scope)
  }

  /// Declares that one record may have this model's key, which may be nil.
  ///
  /// - Parameters:
  ///   - key: The property of the other model that holds this model's id, or nil.
  ///   - dependent: What happens to the related record when another record replaces it, and to all records that the
  ///     relation chooses from when a record of this model is destroyed.
  ///   - scope: Selects and orders the records that have the key; the relation is to the first of them.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Target, Owner.ID?> & Sendable, dependent: Dependent = .none,
    scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) where Kind == ToOne<Target> {
    core = RelationCore(theirs: ForeignKey(key), dependent, isOne: true, scope)
  }

  /// Declares that one record belongs to this model, by a relation whose parents may be of several models; see
  /// ``PolymorphicRelation``.
  ///
  /// - Parameters:
  ///   - relation: The related model's relation, which names this model as one of its parents.
  ///   - dependent: What happens to the related record when another record replaces it, and to all records that the
  ///     relation chooses from when a record of this model is destroyed.
  ///   - scope: Selects and orders the records that have the key; the relation is to the first of them.
  public init<Target: Model>(
    as relation: any KeyPath<Target.Relations, PolymorphicRelation<Target, Owner.ID>> & Sendable,
    dependent: Dependent = .none, scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) where Kind == ToOne<Target> {
    core = RelationCore(
      as: { Target.relations[keyPath: relation].key(for: Owner.self) }, dependent, isOne: true, scope)
  }
}
