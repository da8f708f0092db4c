/// The declaration of a relation of any kind.
///
/// It is a class because relations are created while their models are being set up: values that need a schema are
/// computed at first use and stored here.
@usableFromInline final class RelationCore<Owner: Model, Target: Model>: Sendable {
  /// The key; nil for a relation through others.
  var key: RelationKey<Owner, Target>? { fixedKey ?? laterKey.value }
  private let fixedKey: RelationKey<Owner, Target>?
  private let laterKey: Lazy<RelationKey<Owner, Target>?>
  /// The owner's key, of a relation to a parent; else nil.
  @usableFromInline let parentKey: ForeignKey<Owner, Target>?
  /// The key of the related records, if it is all that decides which these are.
  @usableFromInline let childLink: Link?

  /// What happens to the related records when the owner is destroyed.
  let dependent: Dependent
  /// Whether a record must have a parent; ``Reference/none`` if the relation leads to children.
  let reference: Reference
  /// Whether a change of a child sets the parent's time of the latest save.
  let touches: Bool
  /// Whether the relation is to one record: the first of those to which the route leads.
  let isOne: Bool
  /// The relation's own conditions and order.
  let scope: (@Sendable (Finder<Target>) -> Finder<Target>)?

  /// What runs around adding and removing records.
  let hooks: RelationHooks<Owner, Target>
  /// The order of a relation through others.
  let through: ThroughOrder<Owner, Target>?

  /// Writes the joining records of a many-to-many relation; nil for other relations.
  var joining: JoiningRecords<Owner, Target>? { makeJoining() }

  /// The threads that are computing the route or applying the scope.
  private let seekers = Locked<[ThreadNumber]>([])
  private let makeJoining: @Sendable () -> JoiningRecords<Owner, Target>?
  private let laterRoute: Lazy<Route>

  init(
    key: RelationKey<Owner, Target>?, dependent: Dependent = .none, reference: Reference = .none, touches: Bool = false,
    isOne: Bool = false, scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil,
    laterKey: @escaping @Sendable () -> RelationKey<Owner, Target>? = { nil },
    hooks: RelationHooks<Owner, Target> = RelationHooks(), through: ThroughOrder<Owner, Target>? = nil,
    joining: @escaping @Sendable () -> JoiningRecords<Owner, Target>? = { nil },
    _ makeRoute: @escaping @Sendable () -> Route
  ) {
    (fixedKey, self.laterKey, self.dependent, self.reference) = (key, Lazy(laterKey), dependent, reference)
    if case .own(let own)? = key { parentKey = own } else { parentKey = nil }
    if case .theirs(let theirs)? = key, scope == nil { childLink = theirs.link } else { childLink = nil }
    (self.touches, self.isOne) = (touches, isOne)
    (self.scope, self.through) = (scope, through)
    self.hooks = hooks
    (makeJoining, laterRoute) = (joining, Lazy(makeRoute))
  }

  /// Returns the same relation with other hooks, and with another scope if one is given.
  func with(
    _ hooks: RelationHooks<Owner, Target>, scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil
  ) -> RelationCore {
    RelationCore(
      key: fixedKey, dependent: dependent, reference: reference, touches: touches, isOne: isOne,
      scope: scope ?? self.scope, laterKey: { [laterKey] in laterKey.value }, hooks: hooks, through: through,
      joining: makeJoining
    ) { [laterRoute] in laterRoute.value }
  }

  /// The route from a record to its related records.
  var route: Route { laterRoute.made ?? seeking { laterRoute.value } }

  /// Applies the relation's scope to a finder.
  func scoped(_ finder: Finder<Target>) -> Finder<Target> {
    guard let scope else { return finder }
    return seeking { scope(finder) }
  }

  /// Runs code that may use other relations; traps if that code comes back to this relation, which would not
  /// terminate.
  private func seeking<Result>(_ body: () -> Result) -> Result {
    let thread = ThreadNumber.current
    let isFirst = seekers.withLock { seekers in
      defer { seekers.append(thread) }
      return !seekers.contains(thread)
    }
    if !isFirst { refuseCircle() }
    defer { seekers.withLock { seekers in _ = seekers.lastIndex(of: thread).map { seekers.remove(at: $0) } } }
    return body()
  }

  private func refuseCircle() -> Never {
    fatalError(
      """
      A relation of \(Owner.self) to \(Target.self) goes through others in a circle and comes back to itself: relations through others \
      have to come to ones with a key, and what a relation chooses must not ask for the relation.
      """)
  }

  /// Returns the finder that a finder of related records begins with. A parent is found by its id, whatever its model's
  /// default scope is.
  func start(in store: Store) -> Finder<Target> {
    if case .own? = key { return Finder(in: store) }
    return .scoped(in: store)
  }

  /// Returns a finder of the records that are related to a record in a store.
  func finder(of owner: Owner, in store: Store) -> Finder<Target> {
    let related = start(in: store).with { finder in
      finder.query.own = predicate(of: owner)
      finder.ownership = Ownership(owner, self)
    }
    var scoped = scoped(related)
    if isOne { scoped = scoped.atMostOne }
    guard let through, through.isOrdered else { return scoped }
    return scoped.with { $0.query.order.append(through.term(of: owner)) }
  }

  /// Returns the condition that a record is related to an owner, without that of the scope.
  func predicate(of owner: Owner) -> PredicateNode {
    switch key {
    case .own(let key)?: key.value(owner).map { Finder<Target>.node(id: $0) } ?? .constant(false)
    case .theirs(let key)?: owner.id.isAssigned ? key.condition(owner.id) : .constant(false)
    case nil: owner.id.isAssigned ? route.condition(Finder<Owner>.node(id: owner.id)) : .constant(false)
    }
  }
}

extension RelationCore {
  /// What changes of children do to their parents; nil when they do nothing.
  var parentUpdate: ParentUpdate? {
    guard case .own(let key)? = key, touches else { return nil }
    return ParentUpdate(link: key.link, touches: true)
  }
}

/// The key of a relation, in its own model or in the related one.
enum RelationKey<Owner: Model, Target: Model>: Sendable {
  case own(ForeignKey<Owner, Target>)
  case theirs(ForeignKey<Target, Owner>)
}

extension Finder {
  /// Returns the condition that a record has an id.
  static func node(id: Record.ID) -> PredicateNode {
    .comparison(Record.schema.idReference, .equal, id)
  }
}
