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
  ///   - touch: Whether inserting, updating or deleting a record of this model sets the parent's time of the latest
  ///     save.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID> & Sendable, required: Bool = true, touch: Bool = false
  ) where Kind == ToParent<Target> {
    core = RelationCore(own: ForeignKey(key), isRequired: required, touches: touch)
  }

  /// Declares that every record has a parent of another model, which counts its children.
  ///
  /// ```swift
  /// let album = BelongsTo<Album>(\.albumID, counter: \.tracksCount)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The property of this model that holds the parent's id.
  ///   - required: Whether the parent must exist. If not, an unassigned id (0 or an empty string) means no parent.
  ///   - counter: The property of the parent that holds how many children it has; every commit keeps it up to date.
  ///   - touch: Whether inserting, updating or deleting a record of this model sets the parent's time of the latest
  ///     save.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID> & Sendable, required: Bool = true,
    counter: any WritableKeyPath<Target, Int> & Sendable, touch: Bool = false
  ) where Kind == ToParent<Target> {
    core = RelationCore(own: ForeignKey(key), isRequired: required, counter: counter, touches: touch)
  }

  /// Declares that a record may have a parent of another model.
  ///
  /// ```swift
  /// let project = BelongsTo<Project>(\.projectID)
  /// ```
  ///
  /// Unless the parent is required, a key without a stored parent is allowed, and the record then has no parent. With
  /// `references: .existing`, the key is nil or the id of a stored record. The key's column gets an index automatically.
  ///
  /// - Parameters:
  ///   - key: The property of this model that holds the parent's id, or nil.
  ///   - required: Whether every record must have a stored parent.
  ///   - references: Whether a key, if there is one, must be that of a stored record.
  ///   - touch: Whether inserting, updating or deleting a record of this model sets the parent's time of the latest
  ///     save.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID?> & Sendable, required: Bool = false,
    references: ParentReferences = .any, touch: Bool = false
  ) where Kind == ToParent<Target> {
    core = RelationCore(own: ForeignKey(key), isRequired: required, references: references, touches: touch)
  }

  /// Declares that a record may have a parent of another model, which counts its children.
  ///
  /// - Parameters:
  ///   - key: The property of this model that holds the parent's id, or nil.
  ///   - required: Whether every record must have a stored parent.
  ///   - references: Whether a key, if there is one, must be that of a stored record.
  ///   - counter: The property of the parent that holds how many children it has; every commit keeps it up to date.
  ///   - touch: Whether inserting, updating or deleting a record of this model sets the parent's time of the latest
  ///     save.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID?> & Sendable, required: Bool = false,
    references: ParentReferences = .any, counter: any WritableKeyPath<Target, Int> & Sendable, touch: Bool = false
  ) where Kind == ToParent<Target> {
    core = RelationCore(
      own: ForeignKey(key), isRequired: required, references: references, counter: counter, touches: touch)
  }
}

extension RelationCore {
  convenience init(
    own key: ForeignKey<Owner, Target>, isRequired: Bool, references: ParentReferences = .any,
    counter: (any WritableKeyPath<Target, Int> & Sendable)? = nil, touches: Bool
  ) {
    self.init(key: .own(key), isRequired: isRequired, references: references, counter: counter, touches: touches) {
      Route(steps: [Route.Step(link: key.link, direction: .toParent)])
    }
  }
}
