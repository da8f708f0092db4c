/// What a relation keeps, whatever its kind.
///
/// It is a class because relations are made while their models are being set up: what needs a schema is looked up at first use
/// and kept here.
final class RelationCore<Owner: Model, Target: Model>: Sendable {
  /// The key, for a relation that has one itself.
  let key: RelationKey<Owner, Target>?
  /// What happens to the related records when the owner is destroyed.
  let dependent: Dependent
  /// Whether a record has to have a parent.
  let isRequired: Bool
  /// The relation's own choice and order of records.
  let scope: (@Sendable (Finder<Target>) -> Finder<Target>)?

  private let makeRoute: @Sendable () -> Route
  private let cached = Locked<Route?>(nil)

  init(
    key: RelationKey<Owner, Target>?, dependent: Dependent = .none, isRequired: Bool = false,
    scope: (@Sendable (Finder<Target>) -> Finder<Target>)? = nil, _ makeRoute: @escaping @Sendable () -> Route
  ) {
    (self.key, self.dependent, self.isRequired) = (key, dependent, isRequired)
    (self.scope, self.makeRoute) = (scope, makeRoute)
  }

  /// The way from a record to those that are related to it.
  var route: Route {
    if let route = cached.withLock({ $0 }) { return route }
    // Not under the lock: making a route looks at other relations, and may come back to this one.
    let route = makeRoute()
    cached.withLock { $0 = route }
    return route
  }

  /// The records that are related to one.
  func finder(of owner: Owner) -> Finder<Target> {
    let related = Finder<Target>().with { $0.predicate = predicate(of: owner) }
    return scope?(related) ?? related
  }

  private func predicate(of owner: Owner) -> PredicateNode {
    switch key {
    case .own(let key)?: key.value(owner).map { Finder<Target>.node(id: $0) } ?? .constant(false)
    case .theirs(let key)?: owner.id.isAssigned ? key.condition(owner.id) : .constant(false)
    case nil: owner.id.isAssigned ? route.condition(Finder<Owner>.node(id: owner.id)) : .constant(false)
    }
  }
}

/// Which of the two models has the key.
enum RelationKey<Owner: Model, Target: Model>: Sendable {
  case own(ForeignKey<Owner, Target>)
  case theirs(ForeignKey<Target, Owner>)
}

extension Finder {
  /// The condition that a record has an id.
  static func node(id: Record.ID) -> PredicateNode {
    .comparison(ColumnReference(\Record.id), .equal, id)
  }
}
