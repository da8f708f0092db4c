extension Model {
  /// Declares that this model has another's key; see ``Relation``.
  public typealias BelongsTo<Target: Model> = Relation<Self, ToParent<Target>>
}

extension Relation {
  /// Declares that every record has a parent of another model.
  ///
  /// ```swift
  /// let album = BelongsTo<Album>(\.albumID)
  /// ```
  ///
  /// The parent must exist: a commit that leaves a record with the key of a missing parent is refused. The key's
  /// column gets an index automatically.
  ///
  /// - Parameters:
  ///   - key: The property of this model that holds the parent's id.
  ///   - required: Whether the parent must exist. If not, an unassigned id (0 or an empty string) means no parent.
  ///   - references: Whether a key that is not nil must lead to a stored record.
  ///   - onDelete: What happens to a record whose key must lead to a stored parent, when that parent is deleted.
  ///   - touch: Whether inserting, updating or deleting a record of this model sets the parent's time of the latest
  ///     save.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID> & Sendable, required: Bool = true,
    references: DeclaredRelation.References = .any, onDelete: ReferentialAction = .restrict, touch: Bool = false
  ) where Kind == ToParent<Target> {
    let reference = Reference(isRequired: required, references, onDelete)
    core = RelationCore(own: ForeignKey(key), reference, touches: touch)
  }

  /// Declares that a record may have a parent of another model.
  ///
  /// ```swift
  /// let project = BelongsTo<Project>(\.projectID)
  /// ```
  ///
  /// Unless the parent is required, a key without a stored parent is allowed, and the record then has no parent. With
  /// `references: .existing`, the key is nil or the id of a stored record, and `onDelete` says what the deletion of the
  /// parent does. The key's column gets an index automatically.
  ///
  /// - Parameters:
  ///   - key: The property of this model that holds the parent's id, or nil.
  ///   - required: Whether every record must have a stored parent.
  ///   - references: Whether a key that is not nil must lead to a stored record.
  ///   - onDelete: What happens to a record whose key must lead to a stored parent, when that parent is deleted.
  ///   - touch: Whether inserting, updating or deleting a record of this model sets the parent's time of the latest
  ///     save.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID?> & Sendable, required: Bool = false,
    references: DeclaredRelation.References = .any, onDelete: ReferentialAction = .restrict, touch: Bool = false
  ) where Kind == ToParent<Target> {
    let reference = Reference(isRequired: required, references, onDelete)
    core = RelationCore(own: ForeignKey(key), reference, touches: touch)
  }
}

extension RelationCore {
  convenience init(own key: ForeignKey<Owner, Target>, _ reference: Reference, touches: Bool) {
    self.init(key: .own(key), reference: reference, touches: touches) {
      Route(steps: [Route.Step(link: key.link, direction: .toParent)])
    }
  }
}
