/// The adapter that keeps records in the memory of the process, in the ``Store``. Reading cannot fail.
///
/// A model that names no adapter has this one. Every store has it without being given it.
public struct ArrayAdapter: StorageAdapter {
  /// Reading cannot fail.
  public typealias Failure = Never

  /// The store that keeps the records.
  public let store: Store

  /// Creates the adapter of a store.
  public init(_ store: Store) { self.store = store }

  /// Returns the records of a query, in its order and window.
  ///
  /// - Complexity: O(*n*) in the number of records to test, which an index makes small, and O(*n* log *k*) for the
  ///   first *k* records of an order.
  public func read<Record: Model>(_ query: RecordQuery<Record>) -> [Record] {
    store.answer(query.query, of: Record.schema.layout) { Execution($0).records() }
  }

  /// Returns the number of records of a query.
  ///
  /// - Complexity: O(1) without conditions, else O(*n*) in the number of records to test. The order is ignored, unless
  ///   it decides which of several records with equal `distinct` columns counts.
  public func count<Record: Model>(_ query: RecordQuery<Record>) -> Int {
    store.answer(query.query.forCounting, of: Record.schema.layout) { Execution.count($0) }
  }

  /// Returns the records with the given ids.
  ///
  /// - Complexity: O(*k*) in the number of ids.
  public func records<Record: Model>(of model: Record.Type, withIDs ids: [Record.ID]) -> [Record] {
    let layout = Record.schema.layout
    return ids.compactMap { store.record($0, of: model, in: layout) }
  }

  /// Applies a changeset; see ``Store/apply(_:)``.
  public func commit(_ changeset: Changeset) throws { try store.apply(changeset) }
}
