/// The rows of a finder, for queries that read only a part of each row.
///
/// The loops over rows are inlined, so that they are compiled in the caller's module for the caller's types, and a sum
/// is as fast as a hand-written one. The search for the rows is not inlined.
extension Finder {
  /// Calls `body` with the plan of the finder's query.
  func read<Result>(_ body: (QueryPlan) -> Result) -> Result {
    store.answer(query, of: Record.schema.layout, body)
  }

  /// Returns the records, from memory or from the model's adapter.
  @inlinable func records() throws(Record.Adapter.Failure) -> [Record] {
    if Record.Adapter.self != ArrayAdapter.self { return try externalRecords() }
    let layout = Record.schema.layout
    let rows = KeyedRows.of(query, layout, in: store, inPlace: false)
    if let records: [Record] = rows.read({ $0.records(limit: query.limit ?? .max) }) { return records }
    let found = store.execution(of: query, layout)
    defer { store.areRead(found) }
    return found.records()
  }

  /// Returns the first record, from memory or from the model's adapter.
  @inlinable func firstRecord() throws(Record.Adapter.Failure) -> Record? {
    if Record.Adapter.self == ArrayAdapter.self, query.limit != 0 {
      let rows = KeyedRows.of(query, Record.schema.layout, in: store, inPlace: true)
      if let record = rows.read({ $0.first.map { $0[Record.self] } }) { return record }
    }
    return try first(1).first
  }

  /// Returns the number of records, in memory or in the model's adapter.
  @inlinable func recordCount() throws(Record.Adapter.Failure) -> Int {
    if Record.Adapter.self != ArrayAdapter.self { return try externalCount() }
    return store.count(query, of: Record.schema.layout)
  }

  /// The finder of the same records, in no order if the order does not decide which records these are: for results
  /// that do not depend on the order, so that nothing is sorted for them.
  @usableFromInline var forAggregating: Finder {
    query.order.isEmpty && !query.isReversed ? self : with { $0.query = query.forAggregating }
  }

  /// Calls `body` with runs of the rows, in the finder's order.
  ///
  /// - Parameters:
  ///   - form: The only property that `body` reads, so that it may get pages of the property; nil for any.
  ///   - addsUp: Whether `body` only adds the property's `Int`s, so that it may get sums of them.
  @usableFromInline
  func forEachPart(reading form: PageForm? = nil, addsUp: Bool = false, _ body: (RowRun) -> Void) {
    inUse(reading: form) { plan in Self.forEachPart(of: plan, reading: form, addsUp: addsUp, body) }
  }

  /// Calls `body` with the plan of the finder's query, and with the store in use unless a stored property is all that
  /// it reads: the caller may read computed properties, or call a closure, for each row.
  private func inUse<Result>(reading form: PageForm?, _ body: (QueryPlan) -> Result) -> Result {
    store.asCurrent(if: form == nil) { read(body) }
  }

  /// Whether several threads may read the rows, so that results of parts are worth their types and closures. These take
  /// some hundred nanoseconds.
  ///
  /// - Parameter addsUp: Whether `Int`s are only added: the sums of a whole table's pages are added by one thread.
  @usableFromInline func mayBeSplit(addsUp: Bool) -> Bool {
    store.scanWidth > 1 && !(addsUp && query.predicate.isAlwaysTrue)
  }

  /// Calls `body` as ``forEachPart(reading:_:)`` does, or has several threads read the rows; see ``Store/scanWidth``.
  ///
  /// - Parameters:
  ///   - form: The only property that is read; nil for any, which one thread reads.
  ///   - inOrder: Whether results are wanted of rows that lie beside each other, in their order.
  ///   - start: Makes the result of some of the rows.
  ///   - add: Adds rows to such a result.
  /// - Returns: The results; nil if `body` was called.
  @usableFromInline func forEachPart<Part: Sendable>(
    reading form: PageForm?, inOrder: Bool, from start: @escaping @Sendable () -> Part,
    _ add: @Sendable (_ part: inout Part, RowRun) -> Void, _ body: (RowRun) -> Void
  ) -> [Part]? {
    inUse(reading: form) { plan in
      if let form, plan.path == nil, plan.query.isWhole,
        let scan = WideScan(plan.table, where: plan.query.predicate, threads: plan.threads, reading: form)
      {
        return scan.results(inOrder: inOrder, from: start, add)
      }
      Self.forEachPart(of: plan, reading: form, body)
      return nil
    }
  }

  private static func forEachPart(
    of plan: QueryPlan, reading form: PageForm?, addsUp: Bool = false, _ body: (RowRun) -> Void
  ) {
    guard plan.query.isWhole else { return Execution(plan).forEachPart(body) }
    // Each chunk is read directly after it was tested, while it is in the processor's cache.
    Selection.forEachPart(plan.table, where: plan.query.predicate, by: plan.path, reading: form, addsUp: addsUp, body)
  }

  /// Calls `body` with the rows and their number.
  ///
  /// - Parameter form: The only property that `body` reads; nil for any. See ``forEachPart(reading:_:)``.
  @usableFromInline
  func withCountedRows<Result>(reading form: PageForm? = nil, _ body: (CountedRows) -> Result) -> Result {
    inUse(reading: form) { plan in body(CountedRows(plan, reading: form)) }
  }

  /// Calls `body` with each row, in the finder's order. For a model with an adapter of its own, this is a copy.
  @inlinable @inline(__always) func forEachRow(_ body: (Row) -> Void) throws(Record.Adapter.Failure) {
    if Record.Adapter.self == ArrayAdapter.self { return forEachPart { run in run.rows.forEach { body(run[$0]) } } }
    for record in try externalRecords() { withRow(of: record, body) }
  }

  /// Returns the value of a property for each row, in the finder's order.
  @inlinable @inline(__always)
  func values<Value>(_ reader: PropertyReader<Record, Value>) throws(Record.Adapter.Failure) -> [Value] {
    try values(reader, reading: reader.stored.flatMap(PageForm.init))
  }

  /// Returns the value that a reader reads from each row, in the finder's order.
  ///
  /// - Parameter form: The only property that the reader reads; nil for any.
  @inlinable @inline(__always) func values<Reader: RowReader>(
    _ reader: Reader, reading form: PageForm? = nil
  ) throws(Record.Adapter.Failure) -> [Reader.Value] {
    if Record.Adapter.self == ArrayAdapter.self { return withCountedRows(reading: form) { $0.values(reader) } }
    var values: [Reader.Value] = []
    try forEachRow { values.append(reader.value(in: $0)) }
    return values
  }
}

// What finders of all models have in common, and is not compiled for each.
extension Store {
  /// Returns the number of records of a query.
  @usableFromInline func count(_ query: borrowing Query, of layout: TableLayout) -> Int {
    let rows = KeyedRows.of(query, layout, in: self, inPlace: true)
    if let count = rows.read({ $0.count }) { return min(count, query.limit ?? .max) }
    if let count = countInIndex(query, layout.slot) { return min(count, query.limit ?? .max) }
    return answer(query.isPlain ? copy query : query.forCounting, of: layout) { plan in Execution.count(plan) }
  }

  /// Returns the number of rows that meet the only comparison of a query, if an index knows it, so that no plan is
  /// needed; nil also in a transaction, and while finders are logged.
  private func countInIndex(_ query: borrowing Query, _ slot: Int) -> Int? {
    guard let test = query.onlyComparison else { return nil }
    let (version, hasTransaction) = latest(slot)
    guard let version, !hasTransaction else { return nil }
    defer { readerIsDone(with: version) }
    for index in version.indexes where index.definition.columns.first?.isSame(as: test.column) ?? false {
      if let answer = index.answer(to: [.comparison(test)], in: version.rows), answer.isCountExact,
        answer.decided.contains(0)
      {
        return answer.count
      }
    }
    return nil
  }

  /// Returns the rows of a query. ``areRead(_:)`` has to be called once everything was read.
  @usableFromInline func execution(of query: Query, _ layout: TableLayout) -> Execution {
    answer(query, of: layout) { plan in Execution(plan) }
  }

  @usableFromInline func areRead(_ found: Execution) { readerIsDone(with: found.table) }
}
