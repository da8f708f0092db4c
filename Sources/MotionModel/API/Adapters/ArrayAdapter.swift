/// Keeps records in the memory of the process, in the ``Store``. Reading cannot fail.
///
/// It is what a model has that names no adapter. A store has it by itself.
public struct ArrayAdapter: StorageAdapter {
  /// Reading cannot fail.
  public typealias Failure = Never

  /// The store that has the records.
  public let store: Store

  /// The adapter of a store.
  public init(_ store: Store) { self.store = store }

  /// The records that a query wants, in its order and window.
  ///
  /// - Complexity: O(*n*) in the number of records to look at, which an index makes small, and O(*n* log *k*) for an
  ///   order of which *k* records are wanted.
  public func read<Record: Model>(_ query: RecordQuery<Record>) -> [Record] {
    store.answer(query.query, of: Record.schema.layout) { Execution($0).records() }
  }

  /// How many records a query wants.
  ///
  /// - Complexity: O(1) without conditions, else O(*n*) in the number of records to look at; an order plays no part, unless it decides
  ///   which of several records that are the same in the columns of `distinct` counts.
  public func count<Record: Model>(_ query: RecordQuery<Record>) -> Int {
    store.answer(query.query.forCounting, of: Record.schema.layout) { Execution.count($0) }
  }

  /// The records that have one of some ids.
  ///
  /// - Complexity: O(*k*) in the number of ids.
  public func records<Record: Model>(of model: Record.Type, withIDs ids: [Record.ID]) -> [Record] {
    let layout = Record.schema.layout
    return ids.compactMap { store.record($0, of: model, in: layout) }
  }

  /// Applies a changeset; see ``Store/apply(_:)``.
  public func commit(_ changeset: Changeset) throws { try store.apply(changeset) }
}
