/// The order of the records of a relation through others, taken from the relations on the route.
///
/// As in Rails, three orders apply, each among records that are equal by the ones before: the order of the
/// relation's own scope, that of its source relation, and that of the records in between. A record that several
/// records in between lead to is placed by the first of them. Limits on the route are ignored.
struct ThroughOrder<Owner: Model, Target: Model>: Sendable {
  /// Returns, for a row of the owner's table, the orders of its related rows, except that of the relation's own
  /// scope.
  typealias Terms = @Sendable (Row) -> [OrderTerm]

  private let ordered: Lazy<Bool>
  private let makeTerms: @Sendable (Tables) -> Terms

  /// Whether any relation on the route has an order.
  var isOrdered: Bool { ordered.value }

  init<Join: Model>(
    _ join: @escaping @Sendable () -> RelationCore<Owner, Join>,
    _ target: @escaping @Sendable () -> RelationCore<Join, Target>
  ) {
    ordered = Lazy { join().isOrdered || target().isOrdered }
    makeTerms = { tables in
      let (join, target) = (join(), target())
      let order = target.scopeOrder(in: tables)
      guard join.isOrdered || target.through?.isOrdered == true else { return { _ in order } }
      let joins = join.orderedReader(in: tables)
      let targets = target.orderedReader(in: tables)
      let (rows, table) = (tables.version(Join.schema.layout).rows, tables.version(Target.schema.layout))
      return { owner in
        order + [OrderTerm(places: joins(owner).flatMap { targets(rows[$0]) }, in: table)]
      }
    }
  }

  /// Returns the orders for a version of the tables; nil when no relation on the route has an order.
  func terms(in tables: Tables) -> Terms? { isOrdered ? makeTerms(tables) : nil }

  /// Returns the orders for one owner, combined into one.
  func term(of owner: Owner) -> OrderTerm {
    OrderTerm(related: wayDescription) { tables in
      let table = tables.version(Owner.schema.layout)
      let row = table.position(of: owner).map { table.rows[$0] }
      let keys = row.map { makeTerms(tables)($0).map(\.comparison) } ?? []
      return keys.dropFirst().reduce(keys.first ?? .none) { $0.then($1) }
    }
  }
}

extension RelationCore {
  /// Whether the relation orders its records by more than insertion. One record needs no order.
  var isOrdered: Bool { !isOne && (hasScopeOrder || through?.isOrdered == true) }

  private var hasScopeOrder: Bool {
    if scope == nil { return false }
    let scoped = scoped(.withoutStore).query
    return !scoped.order.isEmpty || scoped.isReversed
  }

  /// The order of the relation's own scope.
  fileprivate func scopeOrder(in tables: Tables) -> [OrderTerm] {
    let scoped = scoped(.withoutStore).query.resolved(in: tables)
    if !scoped.isReversed { return scoped.order.elements }
    return scoped.order.map(\.reversed) + [OrderTerm(latestFirstIn: tables.version(Target.schema.layout))]
  }

  /// Returns a closure that reads the positions of a row's related rows, in the relation's order.
  fileprivate func orderedReader(in tables: Tables) -> @Sendable (Row) -> [Int] {
    if isOne {
      let reader = RouteReader(Route(legs: scopedLegs), where: .constant(true), in: tables)
      return { row in
        let rows = reader.rows(of: row)
        return rows.isEmpty ? [] : [rows.first]
      }
    }
    var scoped = scoped(.withoutStore).query.resolved(in: tables)
    (scoped.limit, scoped.offset, scoped.distinctColumns) = (nil, 0, [])
    let query = scoped
    let reader = RouteReader(route, where: query.predicate, in: tables)
    let way = through?.terms(in: tables)
    return { row in
      var ordered = query
      if let way { ordered.order += way(row) }
      var positions: [Int] = []
      Execution(ordered, of: Selection(reader.table, rows: reader.rows(of: row))).forEachPosition {
        positions.append($1)
      }
      return positions
    }
  }
}

/// The description of the order that the relations on the route give.
private let wayDescription = "the relations between"

extension OrderTerm {
  /// A placeholder for the order that the relations on the route give, which differs for each owner.
  static let way = OrderTerm(related: wayDescription) { _ in .none }

  /// Whether the term is the placeholder, or the order of a route for one owner.
  var isWay: Bool { column == nil && description == wayDescription }

  /// Creates an order by the first index of each row in a list of positions; rows that are not in the list are equal
  /// and last.
  fileprivate init(places positions: [Int], in table: TableVersion) {
    let places = Dictionary(positions.enumerated().lazy.map { ($1, $0) }) { first, _ in first }
    self.init(wayDescription) { first, second in
      let (first, second) = (table.position(of: first), table.position(of: second))
      return (first.flatMap { places[$0] } ?? .max) < (second.flatMap { places[$0] } ?? .max)
    }
  }

  /// Creates the reverse of the order of insertion.
  fileprivate init(latestFirstIn table: TableVersion) {
    self.init("latest first") { (table.position(of: $0) ?? 0) > (table.position(of: $1) ?? 0) }
  }
}
