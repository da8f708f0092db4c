extension FinderChain where Record.Adapter == ArrayAdapter {
  /// Returns the records, each with its related records, all from one state of the store.
  ///
  /// ```swift
  /// for (project, todos) in Project.order(by: \.name).with(\.todos) { … }
  /// Project.with(\.todos) { $0.where(\.isDone == false).order(by: \.dueDate).limit(3) }   // the next three of each
  /// ```
  ///
  /// A relation to many gives an array, in the relation's own order. A relation to a parent or to one record gives
  /// that record, or nil.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - refine: Refines which related records are returned; its order and its limit apply to each record
  ///     separately.
  /// - Complexity: One pass over the records and the related records, with an index on the key; one more pass over
  ///   the related model when `refine` adds a condition.
  public func with<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) -> [(Record, Kind.Related)] {
    finder.read { query, tables in
      let reader = RelatedReader(Record.relations[keyPath: relation], refine, in: tables, of: finder.store)
      return query.map(in: tables) { ($0, reader.related(to: $1)) }
    }
  }

  /// Returns the records, each with its related records by several relations, all from one state of the store.
  ///
  /// ```swift
  /// for (project, todos, owner) in Project.order(by: \.name).with(\.todos, \.owner) { … }
  /// ```
  ///
  /// - Complexity: One pass over the records and the related records, with an index on the keys.
  public func with<First: RelationKind, Second: RelationKind, each Kind: RelationKind>(
    _ first: any KeyPath<Record.Relations, Relation<Record, First>> & Sendable,
    _ second: any KeyPath<Record.Relations, Relation<Record, Second>> & Sendable,
    _ more: repeat any KeyPath<Record.Relations, Relation<Record, each Kind>> & Sendable
  ) -> [(Record, First.Related, Second.Related, repeat (each Kind).Related)] {
    finder.read { query, tables in
      let first = RelatedReader(Record.relations[keyPath: first], in: tables, of: finder.store)
      let second = RelatedReader(Record.relations[keyPath: second], in: tables, of: finder.store)
      let more = (repeat RelatedReader(Record.relations[keyPath: each more], in: tables, of: finder.store))
      return query.map(in: tables) {
        ($0, first.related(to: $1), second.related(to: $1), repeat (each more).related(to: $1))
      }
    }
  }

  /// Returns the records, each with its parent, which may be of one of several models, all from one state of the store.
  ///
  /// ```swift
  /// for (note, subject) in Note.with(\.subject) { … }     // a Board, a Card or nil, as any Model
  /// ```
  ///
  /// - Complexity: O(1) for each record and model, besides finding it.
  public func with<Key: ModelID>(
    _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Key>> & Sendable
  ) -> [(Record, (any Model)?)] {
    including(relation).all
  }

  /// Returns a pair of record and related record for each related record; records without related records are left
  /// out.
  ///
  /// ```swift
  /// for (album, track) in Album.where(\.artistID == 1).join(\.tracks) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - refine: Refines which related records are returned; its order and its limit apply to each record
  ///     separately.
  /// - Complexity: That of `with(_:_:)`.
  public func join<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) -> [(Record, Kind.Target)] {
    finder.read { query, tables in
      let reader = RelatedReader(Record.relations[keyPath: relation], refine, in: tables, of: finder.store)
      let count = Record.relations[keyPath: relation].core.isOne ? 1 : Int.max
      return query.map(in: tables) { record, row in reader.records(of: row).prefix(count).map { (record, $0) } }
        .flatMap { $0 }
    }
  }
}

extension Model where Adapter == ArrayAdapter {
  /// Returns all records, each with its related records; see `with(_:_:)` of finders.
  public static func with<Kind: RelationKind>(
    _ relation: any KeyPath<Relations, Relation<Self, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) -> [(Self, Kind.Related)] {
    records.with(relation, refine)
  }

  /// Returns all records, each with its related records by several relations; see `with(_:_:_:)` of finders.
  public static func with<First: RelationKind, Second: RelationKind, each Kind: RelationKind>(
    _ first: any KeyPath<Relations, Relation<Self, First>> & Sendable,
    _ second: any KeyPath<Relations, Relation<Self, Second>> & Sendable,
    _ more: repeat any KeyPath<Relations, Relation<Self, each Kind>> & Sendable
  ) -> [(Self, First.Related, Second.Related, repeat (each Kind).Related)] {
    records.with(first, second, repeat each more)
  }

  /// Returns all records, each with its parent, which may be of one of several models; see `with(_:)` of finders.
  public static func with<Key: ModelID>(
    _ relation: any KeyPath<Relations, PolymorphicRelation<Self, Key>> & Sendable
  ) -> [(Self, (any Model)?)] {
    records.with(relation)
  }

  /// Returns pairs of a record and a related record; see `join(_:_:)` of finders.
  public static func join<Kind: RelationKind>(
    _ relation: any KeyPath<Relations, Relation<Self, Kind>> & Sendable,
    _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) -> [(Self, Kind.Target)] {
    records.join(relation, refine)
  }
}

extension Finder {
  /// Calls `body` with the query, its conditions on other tables resolved, and one state of all tables.
  func read<Result>(_ body: (Query, Tables) -> Result) -> Result {
    store.asCurrent { store.answerRelated(query, of: Record.self, body) }
  }
}

extension Query {
  /// Returns what `transform` returns for each record and its row; the query must be resolved.
  fileprivate func map<Record: Model, Result>(
    in tables: Tables, _ transform: (Record, UnsafeRawPointer) -> Result
  ) -> [Result] {
    var results: [Result] = []
    Execution(QueryPlan(self, in: tables.version(Record.schema.layout))).forEach { row in
      results.append(transform(row.bound(to: Record.self).pointee, row))
    }
    return results
  }
}

/// Reads the related records of rows, in one version of the tables.
struct RelatedReader<Owner: Model, Kind: RelationKind, Element> {
  private let query: Query
  private let reader: RouteReader
  /// The order of a relation through others, and the index of its term in the query's order.
  private let way: (terms: ThroughOrder<Owner, Kind.Target>.Terms, index: Int)?
  private let element: Inclusion<Kind.Target, Element>.Reader
  /// The elements of the rows that were read, by position; nil when no two rows lead to the same one.
  private let known: KnownElements<Element>?
  private let trace: RecordTrace?

  /// Creates a reader of related records with what is included with them.
  ///
  /// - Parameter trace: Notes what is read.
  init(
    including relation: Relation<Owner, Kind>, _ refine: (Finder<Kind.Target>) -> RelatedFinder<Kind.Target, Element>,
    in tables: Tables, of store: Store, _ trace: RecordTrace? = nil
  ) {
    let route = relation.core.route
    var scoped = relation.core.scoped(relation.core.start(in: store))
    let terms = relation.core.through?.terms(in: tables)
    if terms != nil { scoped.query.order.append(.way) }
    let refinement = refine(scoped)
    let refined = refinement.finder.query.resolved(in: tables)
    (query, element, self.trace) = (refined, refinement.inclusion.makeReader(tables, trace), trace)
    reader = RouteReader(route, where: refined.predicate, in: tables)
    way = terms.flatMap { terms in refined.order.firstIndex(where: \.isWay).map { (terms, $0) } }
    known = route.isShared ? KnownElements() : nil
  }

  private func execution(_ row: UnsafeRawPointer) -> Execution {
    var query = query
    if let way { query.order.replaceSubrange(way.index...way.index, with: way.terms(row)) }
    return Execution(query, of: Selection(reader.table, rows: reader.rows(of: row)))
  }

  /// Returns the related records of a row.
  func records(of row: UnsafeRawPointer) -> [Kind.Target] { execution(row).records() }

  /// Returns the related records of a row, with what is included with them.
  func elements(of row: UnsafeRawPointer) -> [Element] {
    var elements: [Element] = []
    execution(row).forEachPosition { row, position in
      elements.append(known?.element(at: position, trace) { element(row) } ?? element(row))
    }
    trace?.note(elements.count)
    return elements
  }
}

extension RelatedReader where Element == Kind.Target {
  init(
    _ relation: Relation<Owner, Kind>, _ refine: (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 },
    in tables: Tables, of store: Store
  ) {
    self.init(including: relation, { RelatedFinder(refine($0)) }, in: tables, of: store)
  }

  func related(to row: UnsafeRawPointer) -> Kind.Related { Kind.related(records(of: row)) }
}

/// Elements that were read before, by the position of their row.
private final class KnownElements<Element> {
  private var elements: [Int: (number: Int, element: Element)] = [:]

  func element(at position: Int, _ trace: RecordTrace?, _ read: () -> Element) -> Element {
    if let (number, element) = elements[position] {
      trace?.noteAgain(number)
      return element
    }
    let element = read()
    elements[position] = (elements.count, element)
    return element
  }
}

extension Route {
  /// Whether several rows may lead to the same one.
  fileprivate var isShared: Bool { steps.contains { $0.direction == .toParent } }
}
