extension Relation {
  /// Declares that one record has this model's key.
  ///
  /// ```swift
  /// let profile = HasOne<Profile>(\.userID, dependent: .destroy)
  /// ```
  ///
  /// When several records have the key, the relation gives the first of them; a ``ColumnOptions/unique`` column sees to it that
  /// there is only one.
  ///
  /// - Parameters:
  ///   - key: The property of the other model that holds this model's id.
  ///   - dependent: What happens to it when a record of this model is destroyed, or another is put in its place.
  ///   - scope: Which of several records it gives: the first of the finder that this returns.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Target, Owner.ID> & Sendable, dependent: Dependent = .none,
    scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) where Kind == ToOne<Target> {
    core = RelationCore(theirs: ForeignKey(key), dependent, scope)
  }

  /// Declares that one record may have this model's key, and may have none.
  ///
  /// - Parameters:
  ///   - key: The property of the other model that holds this model's id, or nil.
  ///   - dependent: What happens to it when a record of this model is destroyed, or another is put in its place.
  ///   - scope: Which of several records it gives: the first of the finder that this returns.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Target, Owner.ID?> & Sendable, dependent: Dependent = .none,
    scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) where Kind == ToOne<Target> {
    core = RelationCore(theirs: ForeignKey(key), dependent, scope)
  }

  /// Declares that one record belongs to this model, or to one of several others; see ``PolymorphicRelation``.
  ///
  /// - Parameters:
  ///   - relation: The relation of the other model to this one and others.
  ///   - dependent: What happens to it when a record of this model is destroyed, or another is put in its place.
  ///   - scope: Which of several records it gives: the first of the finder that this returns.
  public init<Target: Model>(
    as relation: any KeyPath<Target.Relations, PolymorphicRelation<Target, Owner.ID>> & Sendable,
    dependent: Dependent = .none, scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) where Kind == ToOne<Target> {
    core = RelationCore(as: { Target.relations[keyPath: relation].key(for: Owner.self) }, dependent, scope)
  }
}
