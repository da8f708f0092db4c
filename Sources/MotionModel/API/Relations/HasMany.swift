extension Model {
  /// Declares that many records have this model's key; see ``Relation``.
  public typealias HasMany<Target: Model> = Relation<Self, ToMany<Target>>
}

extension Relation where Kind: ChildRelationKind {
  /// Declares the records with this model's key: many, or one.
  ///
  /// ```swift
  /// let todos = HasMany<Todo>(\.projectID, dependent: .destroy)
  /// let openTodos = HasMany<Todo>(\.projectID) { $0.where(\.isDone == false).order(by: \.dueDate) }
  /// let profile = HasOne<Profile>(\.userID, dependent: .destroy)
  /// ```
  ///
  /// For a relation to one, see also ``Model/HasOne``.
  ///
  /// - Parameters:
  ///   - key: The property of the other model that holds this model's id.
  ///   - dependent: What happens to the related records when a record of this model is destroyed, and to the only one
  ///     when another replaces it.
  ///   - scope: Selects and orders the related records; by default, all of them in order of insertion.
  public init(
    _ key: any WritableKeyPath<Kind.Target, Owner.ID> & Sendable, dependent: Dependent = .none,
    scope: (@Sendable (Finder<Kind.Target>) -> Finder<Kind.Target>)? = nil
  ) {
    core = RelationCore(theirs: ForeignKey(key), dependent, isOne: Self.isOne, scope)
  }

  /// Declares the records with this model's key, which may be nil: many, or one.
  ///
  /// - Parameters:
  ///   - key: The property of the other model that holds this model's id, or nil.
  ///   - dependent: What happens to the related records when a record of this model is destroyed, and to the only one
  ///     when another replaces it.
  ///   - scope: Selects and orders the related records; by default, all of them in order of insertion.
  public init(
    _ key: any WritableKeyPath<Kind.Target, Owner.ID?> & Sendable, dependent: Dependent = .none,
    scope: (@Sendable (Finder<Kind.Target>) -> Finder<Kind.Target>)? = nil
  ) {
    core = RelationCore(theirs: ForeignKey(key), dependent, isOne: Self.isOne, scope)
  }

  /// Declares that many records belong to this model, or that one does, by a relation to parents of several models; see
  /// ``PolymorphicRelation``.
  ///
  /// ```swift
  /// // Note
  /// let subject = BelongsToAny<Int>(type: \.subjectType, id: \.subjectID, Board.self, Card.self)
  /// // Board
  /// let notes = HasMany<Note>(as: \.subject, dependent: .destroy)
  /// ```
  ///
  /// - Parameters:
  ///   - relation: The related model's relation, which names this model as one of its parents.
  ///   - dependent: What happens to the related records when a record of this model is destroyed, and to the only one
  ///     when another replaces it.
  ///   - scope: Selects and orders the related records; by default, all of them in order of insertion.
  public init(
    as relation: any KeyPath<Kind.Target.Relations, PolymorphicRelation<Kind.Target, Owner.ID>> & Sendable,
    dependent: Dependent = .none, scope: (@Sendable (Finder<Kind.Target>) -> Finder<Kind.Target>)? = nil
  ) {
    let key = { @Sendable in Kind.Target.relations[keyPath: relation].key(for: Owner.self) }
    core = RelationCore(as: key, dependent, isOne: Self.isOne, scope)
  }
}

extension Relation {
  fileprivate static var isOne: Bool { Kind.self is ToOne<Kind.Target>.Type }

  /// Declares that this model has many records through another model.
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
  /// A record that is reached in several ways is returned once. Either relation may itself go through another. The
  /// conditions of their scopes apply, and so do their orders: first the order of this relation's scope, then that
  /// of `source`, then that of `through`. Limits and distinct columns in the scopes of `through` and `source` are
  /// ignored.
  ///
  /// Records can be added and removed if the records in between have the keys of both sides (many to many).
  /// Otherwise, writing throws ``StoreError/notWritable(model:target:)``.
  ///
  /// - Parameters:
  ///   - through: The relation to the records in between.
  ///   - source: The relation from the records in between to the related records.
  ///   - scope: Selects and orders the related records; by default, all of them.
  public init<Join: Model, JoinKind: RelationKind, SourceKind: RelationKind>(
    through: any KeyPath<Owner.Relations, Relation<Owner, JoinKind>> & Sendable,
    _ source: any KeyPath<Join.Relations, Relation<Join, SourceKind>> & Sendable,
    scope: (@Sendable (Finder<Kind.Target>) -> Finder<Kind.Target>)? = nil
  ) where JoinKind.Target == Join, SourceKind.Target == Kind.Target {
    let join: @Sendable () -> RelationCore<Owner, Join> = { Owner.relations[keyPath: through].core }
    let target: @Sendable () -> RelationCore<Join, Kind.Target> = { Join.relations[keyPath: source].core }
    core = RelationCore(
      key: nil, isOne: Self.isOne, scope: scope, through: ThroughOrder(join, target),
      joining: {
        guard case .theirs(let owner)? = join().key, case .own(let other)? = target().key else { return nil }
        return JoiningRecords(owner, other, place: join().hooks.place)
      },
      { Route(legs: join().scopedLegs + target().scopedLegs) })
  }
}

extension RelationCore {
  convenience init(
    theirs key: ForeignKey<Target, Owner>, _ dependent: Dependent, isOne: Bool,
    _ scope: (@Sendable (Finder<Target>) -> Finder<Target>)?
  ) {
    self.init(key: .theirs(key), dependent: dependent, isOne: isOne, scope: scope) {
      Route(steps: [Route.Step(link: key.link, direction: .toChildren)])
    }
  }

  /// Creates a relation whose key also holds the name of the owner's model.
  convenience init(
    as key: @escaping @Sendable () -> PolymorphicKey<Target, Owner.ID>, _ dependent: Dependent, isOne: Bool,
    _ scope: (@Sendable (Finder<Target>) -> Finder<Target>)?
  ) {
    let key = Lazy { ForeignKey<Target, Owner>(key()) }
    self.init(key: nil, dependent: dependent, isOne: isOne, scope: scope, laterKey: { .theirs(key.value) }) {
      Route(steps: [Route.Step(link: key.value.link, direction: .toChildren)])
    }
  }
}
