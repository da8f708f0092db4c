/// Keeps records in the memory of the process, in the ``Store``. Reading cannot fail.
public enum ArrayAdapter: StorageAdapter {
  /// Reading cannot fail.
  public typealias Failure = Never

  /// The record with an id, or nil.
  ///
  /// - Complexity: O(1).
  @inlinable
  public static func find<Record: Model>(_ id: Record.ID, in store: Store) -> Record? {
    store.record(id, of: Record.self, in: Record.schema.layout)
  }

  /// The records that a finder asks for, in its order and window.
  ///
  /// - Complexity: O(*n*) in the number of records to look at, which an index makes small, and O(*n* log *k*) for an
  ///   order of which *k* records are wanted.
  public static func records<Record: Model>(of finder: Finder<Record>) -> [Record] {
    finder.read { plan in Execution(plan).records() }
  }

  /// How many records a finder asks for.
  ///
  /// - Complexity: O(1) without conditions, else O(*n*) in the number of records to look at; an order plays no part, unless it decides
  ///   which of several records that are the same in the columns of `distinct` counts.
  public static func count<Record: Model>(of finder: Finder<Record>) -> Int {
    finder.with { $0.query = $0.query.forCounting }.read { plan in Execution.count(plan) }
  }

  /// Calls `body` with the value of one property of each record that a finder asks for, in its order.
  ///
  /// The rest of the record is not touched.
  ///
  /// - Complexity: That of the finder's records.
  @inlinable @inline(__always)
  public static func forEachValue<Record: Model, Value>(
    of property: any KeyPath<Record, Value> & Sendable, in finder: Finder<Record>, _ body: (Value) -> Void
  ) {
    let reader = PropertyReader(property)
    finder.forEachPart { base, stride, rows in reader.forEachValue(base, stride, rows, body) }
  }
}
