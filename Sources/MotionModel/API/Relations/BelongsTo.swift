extension Relation {
  /// Declares that every record has a parent of another model.
  ///
  /// ```swift
  /// let album = BelongsTo<Album>(\.albumID)
  /// ```
  ///
  /// The parent has to be there: nothing is committed that would leave a record with the key of a parent that is not. The
  /// column of the key has an index by itself.
  ///
  /// - Parameters:
  ///   - key: The property of this model that holds the parent's id.
  ///   - required: Whether the parent has to be there. If not, an id that is not assigned (0, an empty text) says that there is none.
  ///   - touch: Whether the parent's time of the latest save is set when a record of this model comes, goes or changes.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID> & Sendable, required: Bool = true, touch: Bool = false
  ) where Kind == ToParent<Target> {
    core = RelationCore(own: ForeignKey(key), isRequired: required, touches: touch)
  }

  /// Declares that every record has a parent of another model, which counts them.
  ///
  /// ```swift
  /// let album = BelongsTo<Album>(\.albumID, counter: \.tracksCount)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The property of this model that holds the parent's id.
  ///   - required: Whether the parent has to be there. If not, an id that is not assigned (0, an empty text) says that there is none.
  ///   - counter: The property of the parent that holds how many records of this model it has; the relation keeps it.
  ///   - touch: Whether the parent's time of the latest save is set when a record of this model comes, goes or changes.
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
  /// A key of a parent that is not there is allowed unless the parent is required; the record then has none. The column of
  /// the key has an index by itself.
  ///
  /// - Parameters:
  ///   - key: The property of this model that holds the parent's id, or nil.
  ///   - required: Whether every record has to have a parent that is there.
  ///   - touch: Whether the parent's time of the latest save is set when a record of this model comes, goes or changes.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID?> & Sendable, required: Bool = false, touch: Bool = false
  ) where Kind == ToParent<Target> {
    core = RelationCore(own: ForeignKey(key), isRequired: required, touches: touch)
  }

  /// Declares that a record may have a parent of another model, which counts them.
  ///
  /// - Parameters:
  ///   - key: The property of this model that holds the parent's id, or nil.
  ///   - required: Whether every record has to have a parent that is there.
  ///   - counter: The property of the parent that holds how many records of this model it has; the relation keeps it.
  ///   - touch: Whether the parent's time of the latest save is set when a record of this model comes, goes or changes.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID?> & Sendable, required: Bool = false,
    counter: any WritableKeyPath<Target, Int> & Sendable, touch: Bool = false
  ) where Kind == ToParent<Target> {
    core = RelationCore(own: ForeignKey(key), isRequired: required, counter: counter, touches: touch)
  }
}

extension RelationCore {
  convenience init(
    own key: ForeignKey<Owner, Target>, isRequired: Bool,
    counter: (any WritableKeyPath<Target, Int> & Sendable)? = nil, touches: Bool
  ) {
    self.init(key: .own(key), isRequired: isRequired, counter: counter, touches: touches) {
      Route(steps: [Route.Step(link: key.link, direction: .toParent)])
    }
  }
}
