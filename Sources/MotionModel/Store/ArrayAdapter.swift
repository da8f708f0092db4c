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
    finder.read { finder, table in Execution(finder, in: table).records() }
  }

  /// How many records a finder asks for.
  ///
  /// - Complexity: O(1) without conditions, else O(*n*) in the number of records to look at.
  public static func count<Record: Model>(of finder: Finder<Record>) -> Int {
    finder.read { finder, table in
      guard finder.isPlain else { return Execution(finder, in: table).count }
      let found = Selection.count(table, where: finder.predicate, limit: finder.window.upperBound)
      return max(0, min(found, finder.window.upperBound) - finder.offset)
    }
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

extension Finder {
  /// Lets `body` read the table that is asked, with a finder that needs no other table.
  func read<Result>(_ body: (Finder, TableVersion) -> Result) -> Result {
    let store = store
    if let watch = store.watch, watch.isWatching {
      return read(store) { finder, table in watch.noting(self, as: finder, in: table, body) }
    }
    return read(store, body)
  }

  /// The same without being noted.
  func readUnwatched<Result>(_ body: (Finder, TableVersion) -> Result) -> Result { read(store, body) }

  private func read<Result>(_ store: Store, _ body: (Finder, TableVersion) -> Result) -> Result {
    if !isRelated { return store.read(Record.schema.layout) { body(self, $0) } }
    return store.read { tables in body(resolved(in: tables), tables.version(Record.schema.layout)) }
  }

  private var isRelated: Bool { predicate.isRelated || order.contains(where: \.isRelated) }

  /// The same finder, with all that it needs of other tables looked up.
  func resolved(in tables: Tables) -> Finder {
    with { finder in
      finder.predicate = predicate.resolved(in: tables)
      finder.order = order.map { $0.resolved(in: tables) }
    }
  }

  /// The first and the end of the records that are wanted, counted from the first in the order.
  var window: Range<Int> {
    let (end, isTooLarge) = offset.addingReportingOverflow(limit ?? .max)
    return offset..<(isTooLarge ? .max : end)
  }
}
