/// The order that the relations on the way give to the records of a relation through others.
///
/// As in Rails, three orders hold one after the other, each between records that those before it find equal: the order of the relation's own
/// scope, that of the relation which it ends with, and that of the records in between. A record that several of those lead to stands where
/// the first of them puts it. Limits on the way do not count.
struct ThroughOrder<Owner: Model, Target: Model>: Sendable {
  /// The orders of the rows that a row of the owner's table leads to, besides that of the relation's own scope.
  typealias Terms = @Sendable (UnsafeRawPointer) -> [OrderTerm]

  private let ordered: Later<Bool>
  private let makeTerms: @Sendable (Tables) -> Terms

  /// Whether any relation on the way has an order.
  var isOrdered: Bool { ordered.value }

  init<Join: Model>(
    _ join: @escaping @Sendable () -> RelationCore<Owner, Join>,
    _ target: @escaping @Sendable () -> RelationCore<Join, Target>
  ) {
    ordered = Later { join().isOrdered || target().isOrdered }
    makeTerms = { tables in
      let (join, target) = (join(), target())
      let order = target.scopeOrder(in: tables)
      guard join.isOrdered || target.through?.isOrdered == true else { return { _ in order } }
      let joins = join.orderedReader(in: tables)
      let targets = target.orderedReader(in: tables)
      let (rows, table) = (tables.version(Join.schema.layout).rows, tables.version(Target.schema.layout))
      return { owner in
        order + [OrderTerm(places: joins(owner).flatMap { targets(rows.address(at: $0)) }, in: table)]
      }
    }
  }

  /// The orders, for rows as they are in some tables; nil when no relation on the way has one.
  func terms(in tables: Tables) -> Terms? { isOrdered ? makeTerms(tables) : nil }

  /// The orders for one owner, as one.
  func term(of owner: Owner) -> OrderTerm {
    OrderTerm(related: wayDescription) { tables in
      let table = tables.version(Owner.schema.layout)
      let row = table.position(of: owner).map { table.rows.address(at: $0) }
      let keys = row.map { makeTerms(tables)($0).map(\.precedes) } ?? []
      return { first, second in
        for precedes in keys {
          if precedes(first, second) { return true }
          if precedes(second, first) { return false }
        }
        return false
      }
    }
  }
}

extension RelationCore {
  /// Whether the records have an order besides that of insertion.
  var isOrdered: Bool { hasScopeOrder || through?.isOrdered == true }

  private var hasScopeOrder: Bool {
    let scoped = scoped(Finder()).query
    return !scoped.order.isEmpty || scoped.isReversed
  }

  /// The order of the relation's own scope.
  fileprivate func scopeOrder(in tables: Tables) -> [OrderTerm] {
    let scoped = scoped(Finder()).query.resolved(in: tables)
    if !scoped.isReversed { return scoped.order }
    return scoped.order.map(\.reversed) + [OrderTerm(latestFirstIn: tables.version(Target.schema.layout))]
  }

  /// Reads the positions of the rows that a row leads to, in the relation's order.
  fileprivate func orderedReader(in tables: Tables) -> @Sendable (UnsafeRawPointer) -> [Int] {
    var scoped = scoped(Finder()).query.resolved(in: tables)
    (scoped.limit, scoped.offset, scoped.distinctColumns) = (nil, 0, [])
    let query = scoped
    let reader = RouteReader(route, where: query.predicate, in: tables)
    let way = through?.terms(in: tables)
    return { row in
      var ordered = query
      if let way { ordered.order += way(row) }
      var positions: [Int] = []
      Execution(ordered, of: Selection(reader.table, rows: reader.rows(of: row))).forEachPlace { positions.append($1) }
      return positions
    }
  }
}

/// The order of a relation's way in words.
private let wayDescription = "the relations between"

extension OrderTerm {
  /// Stands for the order that a relation's way gives, which is another for each owner.
  static let way = OrderTerm(related: wayDescription) { _ in { _, _ in false } }

  /// Whether it stands for the order of a relation's way.
  var isWay: Bool { column == nil && description == wayDescription }

  /// The order of a list of positions, in which the first place of each counts; those that are not in it are equal, behind all others.
  fileprivate init(places positions: [Int], in table: TableVersion) {
    let places = Dictionary(positions.enumerated().lazy.map { ($1, $0) }) { first, _ in first }
    self.init(wayDescription) { first, second in
      let (first, second) = (table.position(of: first), table.position(of: second))
      return (first.flatMap { places[$0] } ?? .max) < (second.flatMap { places[$0] } ?? .max)
    }
  }

  /// The opposite of the order of insertion.
  fileprivate init(latestFirstIn table: TableVersion) {
    self.init("latest first") { (table.position(of: $0) ?? 0) > (table.position(of: $1) ?? 0) }
  }
}
