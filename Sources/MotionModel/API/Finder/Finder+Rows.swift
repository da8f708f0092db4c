/// The rows of a finder, for answers that need only part of them.
///
/// The loops over them are compiled into the caller, for the caller's types, so that a sum is as quick as one written by hand; finding the
/// rows is not.
extension Finder {
  /// Lets `body` run the plan of the finder's query.
  func read<Result>(_ body: (QueryPlan) -> Result) -> Result {
    store.answer(query, of: Record.schema.layout, body)
  }

  /// The records, wherever they are.
  func records() throws(Record.Adapter.Failure) -> [Record] {
    if Record.Adapter.self != ArrayAdapter.self { return try externalRecords() }
    return read { plan in Execution(plan).records() }
  }

  /// How many records there are, wherever they are.
  func recordCount() throws(Record.Adapter.Failure) -> Int {
    if Record.Adapter.self != ArrayAdapter.self { return try externalCount() }
    return with { $0.query = $0.query.forCounting }.read { plan in Execution.count(plan) }
  }

  /// Calls `body` with the memory of each chunk of the table and the rows of it that are meant, in the finder's order.
  @usableFromInline
  func forEachPart(_ body: (_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> Void) {
    read { plan in
      if plan.query.isPlain && plan.query.window == 0..<Int.max {
        // A chunk that was just tested is still in the processor's cache.
        Selection.forEachPart(plan.table, where: plan.query.predicate, by: plan.path, body)
      } else {
        Execution(plan).forEachPart(body)
      }
    }
  }

  /// Lets `body` go through the rows, knowing from the start how many there are.
  @usableFromInline
  func withCountedRows<Result>(_ body: (CountedRows) -> Result) -> Result {
    read { plan in body(CountedRows(Execution(plan))) }
  }

  /// Calls `body` with the address of each row, in the finder's order; for records that are not in memory, of each record.
  @inlinable @inline(__always)
  func forEachRow(_ body: (UnsafeRawPointer) -> Void) throws(Record.Adapter.Failure) {
    if Record.Adapter.self == ArrayAdapter.self {
      return forEachPart { base, stride, rows in rows.forEach { body(base + $0 &* stride) } }
    }
    for record in try externalRecords() { withUnsafePointer(to: record) { body(UnsafeRawPointer($0)) } }
  }

  /// What a reader makes of each row, in the finder's order.
  @inlinable @inline(__always)
  func values<Reader: RowReader>(_ reader: Reader) throws(Record.Adapter.Failure) -> [Reader.Value] {
    if Record.Adapter.self == ArrayAdapter.self { return withCountedRows { $0.values(reader) } }
    var values: [Reader.Value] = []
    try forEachRow { values.append(reader.value(in: $0)) }
    return values
  }
}
