extension FinderChain {
  /// The adapter that keeps the records.
  package var recordAdapter: Record.Adapter { finder.store.adapter(Record.Adapter.self, of: Record.self) }
}

/// Reads records that an adapter keeps.
extension Finder {
  private var adapter: Record.Adapter { recordAdapter }

  /// Returns the records of the finder from its adapter; inside a transaction, with the transaction's changes.
  ///
  /// - Complexity: That of the adapter. Once a transaction has written records of the model, the adapter reads all
  ///   records that meet the conditions, whatever the window.
  @usableFromInline func externalRecords() throws(Record.Adapter.Failure) -> [Record] {
    try store.asCurrent { () throws(Record.Adapter.Failure) in
      try store.answerExternally(query, of: Record.schema.layout) { () throws(Record.Adapter.Failure) in
        if let query = answerableQuery(isCount: false) { return try adapter.read(query) }
        return try externalRecords(by: externalQuery())
      }
    }
  }

  /// Returns the records of a query with all that it needs of other models looked up.
  func externalRecords(by query: Query) throws(Record.Adapter.Failure) -> [Record] {
    guard let changes = store.transaction?.changes(to: Record.schema.layout) else {
      return try adapter.read(RecordQuery<Record>(query))
    }
    let isMet = query.predicate.kernel()
    var stored = Query(predicate: query.predicate)
    // An updated record has the place of the stored one, which may not meet the conditions.
    let updated = changes.entries.filter(\.isInPlace).compactMap { $0.new.map(changes.address) }
    let ids = updated.filter { $0.passes(isMet) }.map { $0[Record.self].id }
    if !ids.isEmpty { stored.predicate = query.predicate || Self.node(ids: ids) }
    stored.lock = query.lock
    return withRows(of: try adapter.read(RecordQuery<Record>(stored))) { rows in
      withExtendedLifetime(changes) {
        let found = changes.applied(to: rows).filter { $0.passes(isMet) }
        let placed = found.enumerated().map { PlacedRow(row: $1, position: $0) }
        // NB: A generic `map` allocates memory for each element.
        var records: [Record] = []
        for row in Execution.ordered(placed, by: query, Record.schema.layout) { records.append(row.row[Record.self]) }
        return records
      }
    }
  }

  /// Returns the number of the finder's records.
  ///
  /// - Complexity: That of the adapter, or that of ``externalRecords()`` once a transaction has written records of the
  ///   model.
  @usableFromInline func externalCount() throws(Record.Adapter.Failure) -> Int {
    if store.transaction?.changes(to: Record.schema.layout) != nil { return try externalRecords().count }
    return try store.asCurrent { () throws(Record.Adapter.Failure) in
      try store.answerExternally(query, of: Record.schema.layout) { () throws(Record.Adapter.Failure) in
        if let query = answerableQuery(isCount: true) { return try adapter.count(query) }
        return try adapter.count(RecordQuery<Record>(externalQuery()))
      }
    }
  }

  /// Returns the query with its conditions on related records, if the adapter answers these by itself. Returns nil
  /// otherwise, and inside a transaction, because the adapter does not know its changes to related records.
  func answerableQuery(isCount: Bool) -> RecordQuery<Record>? {
    guard query.isRelated, store.transaction == nil, let adapter = adapter as? any RelatedAnswering else { return nil }
    let query = RecordQuery<Record>(query)
    return adapter.answersRelated(query, isCount: isCount) ? query : nil
  }

  /// Returns the query with all that it needs of other models looked up.
  ///
  /// - Complexity: All records of those other models that the adapter keeps are read.
  func externalQuery() throws(Record.Adapter.Failure) -> Query {
    if !query.isRelated { return query }
    var resolved = try lookingUp { query.resolved(in: $0) }
    resolved.predicate = resolved.predicate.withoutPositions
    return resolved
  }

  /// Calls `body` with the tables in memory, and repeats the call with the external tables that it requested, until
  /// there are no further requests.
  func lookingUp<Result>(_ body: (Tables) -> Result) throws(Record.Adapter.Failure) -> Result {
    var tables = store.tables.notingRequests
    while true {
      let result = body(tables)
      guard let requested = tables.requests?.take(), !requested.isEmpty else { return result }
      for layout in requested { tables.add(try records(of: layout)) }
    }
  }

  /// Returns all records of another model that the same adapter keeps.
  func records(of layout: TableLayout) throws(Record.Adapter.Failure) -> TableVersion {
    func table<Other: Model>(of model: Other.Type) throws(Record.Adapter.Failure) -> TableVersion {
      try failing(of: model) { () throws(Other.Adapter.Failure) in
        TableVersion(unindexed: try Finder<Other>(in: store).externalRecords())
      }
    }
    return try table(of: layout.type)
  }

  /// Calls `body`, which reads another model in memory or of the same adapter, with the errors of this one's adapter.
  func failing<Other: Model, Result>(
    of model: Other.Type, _ body: () throws(Other.Adapter.Failure) -> Result
  ) throws(Record.Adapter.Failure) -> Result {
    let layout = model.schema.layout
    if layout.isExternal && Other.Adapter.self != Record.Adapter.self { Store.refuseExternal(layout, in: Record.self) }
    do throws(Other.Adapter.Failure) { return try body() } catch { throw Record.Adapter.failure(error) }
  }
}

extension StorageAdapter {
  /// Returns an error of the adapter, whose type was not known, with its type.
  @usableFromInline static func failure(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else { preconditionFailure("one adapter with two failures") }
    return failure
  }
}

extension Store {
  /// Traps because a condition needs records that cannot be read together with those of `model`.
  static func refuseExternal(_ layout: TableLayout, in model: any Model.Type) -> Never {
    fatalError(
      """
      A condition or an order of \(model) is about \(layout.name), whose records are kept by another adapter: read those first, and \
      ask by their ids.
      """)
  }
}

extension ChangesetPart {
  /// Returns the rows after these changes, in the order of insertion.
  fileprivate func applied(to stored: [Row]) -> [Row] {
    let finder = EntryFinder(self)
    let kept = stored.compactMap { row in
      guard let entry = finder.entry(of: row) else { return row }
      return entry.isInPlace ? entry.new.map(address) : nil
    }
    return kept + entries.filter { !$0.isInPlace }.compactMap { $0.new.map(address) }
  }
}

extension PredicateNode {
  /// The condition without positions in tables, because the rows of an adapter have other positions.
  fileprivate var withoutPositions: PredicateNode {
    mapLeaves { leaf in
      guard case .found(let found) = leaf else { return leaf }
      return .found(FoundRows(description: found.description, kernel: found.kernel, limit: nil) { RowSet() })
    }
  }
}
