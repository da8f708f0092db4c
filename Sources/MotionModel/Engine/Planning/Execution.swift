/// The rows that a query finds, in its order and window.
@usableFromInline struct Execution {
  private var selection: Selection
  /// The table, which has the rows.
  var table: TableVersion { selection.table }
  /// The rows in the query's order; nil when they are all rows of the selection in the order of insertion.
  private var ordered: [PlacedRow]?

  /// - Parameter plan: It is borrowed, because a copy counts a dozen references.
  init(_ plan: borrowing QueryPlan) {
    if let rows = Self.rowsInOrder(plan) {
      self.init(selection: Selection(plan.table, rows: RowSet()), ordered: rows)
    } else if let positions = plan.query.positions, !plan.query.isPlain {
      let selection = Selection(
        plan.table, where: plan.query.predicate, by: plan.path, in: positions, isReversed: plan.query.isReversed,
        limit: plan.query.window.upperBound)
      self.init(plan.query, of: selection)
    } else {
      let limit = plan.query.isPlain ? plan.query.window.upperBound : .max
      let selection = Selection(
        plan.table, where: plan.query.predicate, by: plan.path, limit: limit, threads: plan.threads)
      self.init(plan.query, of: selection)
    }
  }

  /// Returns the rows that are found in the query's order, so that they need not be sorted; nil when they have to be.
  private static func rowsInOrder(_ plan: borrowing QueryPlan) -> [PlacedRow]? {
    if case .ranked(let scan) = plan.ordering { return scan.rows }
    if case .walk(let walk) = plan.ordering, let rows = walk.rows { return rows }
    if plan.path != nil { return nil }
    guard case .heap(let limit) = QueryPlan.sorting(plan.query, rows: plan.table.count) else { return nil }
    func read<Rows: TopRows>(_ rows: Rows.Type) -> [PlacedRow]? {
      guard var scan = TopScan<Rows>(plan.query, in: plan.table, limit: limit) else { return nil }
      return Array(scan.read().dropFirst(plan.query.window.lowerBound))
    }
    return read(KeyedTopRows.self) ?? read(ByteTopRows.self)
  }

  /// Orders the rows of a selection, and keeps those in the query's window. The selection holds the rows that meet the
  /// query's predicate, which is not tested again.
  init(_ query: Query, of selection: Selection) {
    if query.isPlain {
      let window = query.window
      self.init(selection: selection.window(offset: window.lowerBound, limit: window.count), ordered: nil)
      return
    }
    var rows: [PlacedRow] = []
    rows.reserveCapacity(selection.count)
    selection.forEach { rows.append(PlacedRow(row: $0, position: $1)) }
    self.init(selection: selection, ordered: Self.ordered(rows, by: query, selection.table.layout))
  }

  /// All rows of a selection in the order of insertion.
  init(of selection: Selection) { self.init(selection: selection, ordered: nil) }

  private init(selection: Selection, ordered: [PlacedRow]?) { (self.selection, self.ordered) = (selection, ordered) }

  @usableFromInline var count: Int { ordered?.count ?? selection.count }

  /// Returns the number of rows of a plan. Rows that need no ordering are counted without being collected.
  static func count(_ plan: QueryPlan) -> Int {
    guard plan.query.isPlain else { return Execution(plan).count }
    let window = plan.query.window
    let found = Selection.count(
      plan.table, where: plan.query.predicate, by: plan.path, limit: window.upperBound, threads: plan.threads)
    return max(0, min(found, window.upperBound) - window.lowerBound)
  }

  /// Calls `body` with each row, in order.
  @inline(__always) func forEach(_ body: (Row) -> Void) { forEachPosition { row, _ in body(row) } }

  /// Calls `body` with each row and its position, in order.
  @inline(__always) func forEachPosition(_ body: (Row, Int) -> Void) {
    withExtendedLifetime(selection.table) {
      if let ordered {
        for row in ordered { body(row.row, row.position) }
      } else {
        selection.forEach(body)
      }
    }
  }

  /// Calls `body` with runs of the rows, in order. Rows in the order of insertion come by chunk, others one by one.
  func forEachPart(_ body: (RowRun) -> Void) {
    let stride = selection.table.layout.memory.stride
    withExtendedLifetime(selection.table) {
      if let ordered {
        for row in ordered { body(RowRun(base: row.row.address, stride: stride, rows: .row(0))) }
      } else {
        for part in selection.parts { body(RowRun(base: part.base, stride: stride, rows: part.rows)) }
      }
    }
  }

  /// Returns copies of the records. Each record is copied once.
  ///
  /// It is inlined, because making an array takes a thousand instructions where its type is not known.
  @inlinable func records<Record>() -> [Record] {
    // NB: For no elements, this initializer writes to the empty array that all arrays share, which the thread
    // sanitizer reports.
    if count == 0 { return [] }
    return [Record](unsafeUninitializedCapacity: count) { buffer, count in
      guard let base = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      let end = copy(to: base)
      count = self.count
      assert(end == base + count * MemoryLayout<Record>.stride, "the number of copies is not that of the rows")
    }
  }

  /// Copies the rows, one after the other, to uninitialized memory.
  ///
  /// - Returns: The end of the copies.
  @usableFromInline func copy(to target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    ordered == nil ? selection.copy(to: target) : copyOrdered(to: target)
  }

  private func copyOrdered(to target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let memory = selection.table.layout.memory
    var target = target
    forEach { row in
      memory.copy(row.address, target, 1)
      target += memory.stride
    }
    return target
  }

  // MARK: - Order

  /// Orders rows, which are given in the order of insertion, and keeps those in the window of a query. Its predicate is
  /// not tested again.
  static func ordered(_ rows: consuming [PlacedRow], by query: Query, _ layout: TableLayout) -> [PlacedRow] {
    let (window, positions) = (query.window, query.positions)
    let isBehind = positions == nil ? query.start?.isBehind(in: query, layout) : nil
    func isWanted(_ row: PlacedRow) -> Bool { isBehind?(row.row, row.position) ?? true }
    if let positions {
      rows.removeAll { !positions.contains($0.position) }
      if query.isReversed { rows.reverse() }
    } else if !query.distinctColumns.isEmpty {
      // Distinct rows are chosen before the start of a page is applied, so they are the same for all pages.
      rows = DistinctRows(query.distinctColumns).first(of: sorted(rows, by: query)).filter(isWanted)
    } else {
      if isBehind != nil { rows.removeAll { !isWanted($0) } }
      if case .heap(let count) = QueryPlan.sorting(query, rows: rows.count) {
        return Array(sorted(rows, by: query, limit: count).dropFirst(window.lowerBound))
      }
      rows = sorted(rows, by: query)
    }
    return Array(rows.dropFirst(window.lowerBound).prefix(window.count))
  }

  /// Returns rows, which are given in the order of insertion, in a query's order: all of them, or the first ones.
  static func sorted(_ rows: consuming [PlacedRow], by query: Query, limit: Int? = nil) -> [PlacedRow] {
    if query.order.isEmpty && !query.isReversed && limit == nil { return rows }
    guard let precedes = query.precedence(ofNumbered: rows) else { return sorted(rows, limit, query.precedence) }
    let numbered = rows.indices.map { PlacedRow(row: rows[$0].row, position: $0) }
    return sorted(numbered, limit, precedes).map { rows[$0.position] }
  }

  /// - Complexity: O(*n* log *k*), where *n* is the number of rows and *k* is `limit`. A heap holds no more rows than
  ///   that.
  private static func sorted(
    _ rows: consuming [PlacedRow], _ limit: Int?, _ precedes: @escaping (PlacedRow, PlacedRow) -> Bool
  ) -> [PlacedRow] {
    guard let limit else {
      rows.sort(by: precedes)
      return rows
    }
    var heap = RowHeap(limit, by: precedes)
    for row in rows { heap.add(row) }
    return heap.sorted
  }
}
