extension Relation {
  /// Declares that many records have this model's key.
  ///
  /// ```swift
  /// let todos = HasMany<Todo>(\.projectID, dependent: .destroy)
  /// let openTodos = HasMany<Todo>(\.projectID) { $0.where(\.isDone == false).order(by: \.dueDate) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The property of the other model that holds this model's id.
  ///   - dependent: What happens to them when a record of this model is destroyed.
  ///   - scope: Which of the records it gives, and in which order; all of them, unless it is given.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Target, Owner.ID> & Sendable, dependent: Dependent = .none,
    scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) where Kind == ToMany<Target> {
    core = RelationCore(theirs: ForeignKey(key), dependent, scope)
  }

  /// Declares that many records may have this model's key, and may have none.
  ///
  /// - Parameters:
  ///   - key: The property of the other model that holds this model's id, or nil.
  ///   - dependent: What happens to them when a record of this model is destroyed.
  ///   - scope: Which of the records it gives, and in which order; all of them, unless it is given.
  public init<Target: Model>(
    _ key: any WritableKeyPath<Target, Owner.ID?> & Sendable, dependent: Dependent = .none,
    scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) where Kind == ToMany<Target> {
    core = RelationCore(theirs: ForeignKey(key), dependent, scope)
  }

  /// Declares that many records belong to this model, or to one of several others.
  ///
  /// ```swift
  /// // Note
  /// let subject = BelongsToAny<Int>(type: \.subjectType, id: \.subjectID, Board.self, Card.self)
  /// // Board
  /// let notes = HasMany<Note>(as: \.subject, dependent: .destroy)
  /// ```
  ///
  /// - Parameters:
  ///   - relation: The relation of the other model to this one and others.
  ///   - dependent: What happens to them when a record of this model is destroyed.
  ///   - scope: Which of the records it gives, and in which order; all of them, unless it is given.
  public init<Target: Model>(
    as relation: any KeyPath<Target.Relations, PolymorphicRelation<Target, Owner.ID>> & Sendable,
    dependent: Dependent = .none, scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) where Kind == ToMany<Target> {
    core = RelationCore(as: { Target.relations[keyPath: relation].key(for: Owner.self) }, dependent, scope)
  }

  /// Declares that this model has many records by way of another one.
  ///
  /// ```swift
  /// // Playlist: many to many, by the rows that join them
  /// let entries = HasMany<PlaylistTrack>(\.playlistID, dependent: .destroy)
  /// let tracks = HasMany<Track>(through: \.entries, \.track)
  ///
  /// // Artist: the children's children
  /// let tracks = HasMany<Track>(through: \.albums, \.tracks)
  /// ```
  ///
  /// A record that is come by in several ways is given once. Either relation may be one through another. What their scopes ask of records
  /// holds, and so do their orders: first that of this relation's scope, then that of the relation to the records, then that of the
  /// relation to those in between. Limits and distinct values of theirs do not count.
  ///
  /// Records can be added and removed where the records in between have the keys of both sides, many to many; elsewhere, writing is refused with
  /// ``StoreError/notWritable(model:target:)``.
  ///
  /// - Parameters:
  ///   - through: The relation to the records in between.
  ///   - source: The relation from them to the records.
  ///   - scope: Which of the records it gives, and in which order; all of them, unless it is given.
  public init<Join: Model, JoinKind: RelationKind, SourceKind: RelationKind>(
    through: any KeyPath<Owner.Relations, Relation<Owner, JoinKind>> & Sendable,
    _ source: any KeyPath<Join.Relations, Relation<Join, SourceKind>> & Sendable,
    scope: (@Sendable (Finder<Kind.Target>) -> Finder<Kind.Target>)? = nil
  ) where JoinKind.Target == Join, SourceKind.Target == Kind.Target {
    let join: @Sendable () -> RelationCore<Owner, Join> = { Owner.relations[keyPath: through].core }
    let target: @Sendable () -> RelationCore<Join, Kind.Target> = { Join.relations[keyPath: source].core }
    core = RelationCore(
      key: nil, scope: scope, through: ThroughOrder(join, target),
      joining: {
        guard case .theirs(let owner)? = join().key, case .own(let other)? = target().key else { return nil }
        return JoiningRecords(owner, other)
      },
      { Route(steps: join().scopedSteps + target().scopedSteps) })
  }
}

extension RelationCore {
  convenience init(
    theirs key: ForeignKey<Target, Owner>, _ dependent: Dependent,
    _ scope: (@Sendable (Finder<Target>) -> Finder<Target>)?
  ) {
    self.init(key: .theirs(key), dependent: dependent, scope: scope) {
      Route(steps: [Route.Step(link: key.link, direction: .toChildren)])
    }
  }

  /// A relation whose key says which model the owner is of.
  convenience init(
    as key: @escaping @Sendable () -> PolymorphicKey<Target, Owner.ID>, _ dependent: Dependent,
    _ scope: (@Sendable (Finder<Target>) -> Finder<Target>)?
  ) {
    let key = Later { ForeignKey<Target, Owner>(key()) }
    self.init(key: nil, dependent: dependent, scope: scope, laterKey: { .theirs(key.value) }) {
      Route(steps: [Route.Step(link: key.value.link, direction: .toChildren)])
    }
  }

  /// The steps of the way, the last of which leads to nothing but what the relation's own choice leaves.
  var scopedSteps: [Route.Step] {
    var steps = route.steps
    guard scope != nil, let last = steps.indices.last else { return steps }
    let condition = steps[last].condition
    steps[last].condition = { (condition?() ?? .constant(true)) && self.scoped(Finder<Target>()).query.predicate }
    return steps
  }
}
