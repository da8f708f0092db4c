/// Reads the related records of rows, in one version of the tables.
struct RelatedReader<Owner: Model, Kind: RelationKind, Element> {
  private let rows: RelatedRows<Owner, Kind.Target>
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
    rows = RelatedRows(refined, RouteReader(route, where: refined.predicate, in: tables), terms)
    (element, self.trace) = (refinement.inclusion.makeReader(tables, trace), trace)
    known = route.isShared ? KnownElements() : nil
  }

  /// Returns the related records of a row.
  func records(of row: Row) -> [Kind.Target] { rows.execution(row).records() }

  /// Returns the related records of a row, with what is included with them.
  func elements(of row: Row) -> [Element] {
    var elements: [Element] = []
    rows.execution(row).forEachPosition { row, position in
      elements.append(known?.element(at: position, trace) { element(row) } ?? element(row))
    }
    trace?.note(elements.count)
    return elements
  }
}

/// The related records of rows, in the order and the window of a query.
struct RelatedRows<Owner: Model, Target: Model> {
  private let query: Query
  private let reader: RouteReader
  /// The order of a relation through others, and the index of its term in the query's order.
  private let way: (terms: ThroughOrder<Owner, Target>.Terms, index: Int)?

  init(_ query: Query, _ reader: RouteReader, _ terms: ThroughOrder<Owner, Target>.Terms?) {
    (self.query, self.reader) = (query, reader)
    way = terms.flatMap { terms in query.order.firstIndex(where: \.isWay).map { (terms, $0) } }
  }

  func execution(_ row: Row) -> Execution {
    var query = query
    if let way { query.order.replaceSubrange(way.index...way.index, with: way.terms(row)) }
    return Execution(query, of: Selection(reader.table, rows: reader.rows(of: row)))
  }
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
