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
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID> & Sendable, required: Bool = true
  ) where Kind == ToParent<Target> {
    core = RelationCore(own: ForeignKey(key), isRequired: required)
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
  public init<Target: Model>(
    _ key: any WritableKeyPath<Owner, Target.ID?> & Sendable, required: Bool = false
  ) where Kind == ToParent<Target> {
    core = RelationCore(own: ForeignKey(key), isRequired: required)
  }
}

extension RelationCore {
  convenience init(own key: ForeignKey<Owner, Target>, isRequired: Bool) {
    self.init(key: .own(key), isRequired: isRequired) {
      Route(steps: [Route.Step(link: key.link, direction: .toParent)])
    }
  }
}
