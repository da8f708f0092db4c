public import MotionModel

/// An adapter that is chosen when the program begins, or by each test: memory, or a database.
///
/// ```swift
/// struct Page: Model { typealias Adapter = AnyAdapter; … }
///
/// let store = Store(adapters: [isTest ? AnyAdapter() : AnyAdapter(try SQLiteAdapter(file: file))])
/// ```
///
/// A model names the type of its adapter, so one that names `SQLiteAdapter` is always in SQLite. A model that names
/// `AnyAdapter` is where its store has it. Reading throws what the chosen adapter throws.
public final class AnyAdapter: TransactionalAdapter, RelatedAnswering, SummaryAnswering, StoredFormStating, IDGiving,
  SnapshotReading
{
  /// Reading throws the errors of the chosen adapter.
  public typealias Failure = any Error

  private let chosen: any StorageAdapter

  /// Uses an adapter.
  public init(_ adapter: some StorageAdapter) { chosen = adapter }

  /// Keeps records in memory, without indexes: for tests.
  public convenience init() { self.init(RecordList()) }

  /// Returns the records of a query, in its order and window.
  ///
  /// - Complexity: That of the chosen adapter; in memory, O(*n*) in the number of records of the model, and the order.
  public func read<Record: Model>(_ query: RecordQuery<Record>) throws(any Error) -> [Record] { try chosen.read(query) }

  /// Returns the number of records of a query.
  ///
  /// - Complexity: That of the chosen adapter.
  public func count<Record: Model>(_ query: RecordQuery<Record>) throws(any Error) -> Int { try chosen.count(query) }

  /// Returns the records of a model with the given ids, in any order.
  public func records<Record: Model>(
    of model: Record.Type, withIDs ids: [Record.ID]
  ) throws(any Error) -> [Record] {
    try chosen.records(of: model, withIDs: ids)
  }

  /// Calls `body` as one transaction of the chosen adapter, if it has transactions.
  public func withTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try (chosen as? any TransactionalAdapter)?.withTransaction(body) ?? body()
  }

  /// Returns whether others were in the way of a transaction of the chosen adapter.
  public func isTransient(_ error: any Error) -> Bool {
    (chosen as? any TransactionalAdapter)?.isTransient(error) ?? false
  }

  /// How often the chosen adapter runs a call again when others were in the way.
  public var retries: Int { (chosen as? any TransactionalAdapter)?.retries ?? 0 }

  /// Commits a changeset as the chosen adapter does.
  public func commit(_ changeset: Changeset) throws { try chosen.commit(changeset) }

  // MARK: - Databases

  /// Whether the chosen adapter answers a query across relations by itself. It does not, because it does not know the
  /// tables of models that name this type.
  package func answersRelated<Record: Model>(_ query: RecordQuery<Record>, isCount: Bool) -> Bool { false }

  /// Returns facts about the records of a query, in groups; nil when the chosen adapter has none.
  package func summaries<Record: Model>(
    _ query: RecordQuery<Record>, _ requests: [SummaryRequest], by keys: [TableForm.Column]
  ) throws(any Error) -> [GroupSummary]? {
    try (chosen as? any SummaryAnswering)?.summaries(query, requests, by: keys)
  }

  /// Returns how the chosen adapter keeps values.
  package func storedForm<Record: Model>(of model: Record.Type) -> StoredForm {
    (chosen as? any StoredFormStating)?.storedForm(of: model) ?? StoredForm()
  }

  /// Returns ids for new records; nil if the chosen adapter does not count them.
  package func giveIDs<Record: Model>(_ count: Int, of model: Record.Type) throws(any Error) -> GivenIDs? {
    try (chosen as? any IDGiving)?.giveIDs(count, of: model)
  }

  /// Calls `body`, in which the queries of the calling thread are answered from one state, if the chosen adapter does
  /// so.
  package func readingOneState<Value>(_ body: () throws(any Error) -> Value) throws(any Error) -> Value {
    try (chosen as? any SnapshotReading)?.readOneState(body) ?? body()
  }

  /// Returns how the chosen database would run the statement of a finder, in its words; a sentence for memory.
  fileprivate func plan<Chain: FinderChain>(of finder: Chain) throws -> String {
    try (chosen as? any SQLAdapter)?.plan(of: finder) ?? "IN MEMORY \(finder.finder)"
  }
}

extension FinderChain where Record.Adapter == AnyAdapter {
  /// How the chosen database would find the records, in its words; for records in memory, that all of them are tested.
  public var plan: String {
    get throws { try recordAdapter.plan(of: self) }
  }
}
