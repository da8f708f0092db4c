/// Where the records of a model live: an object of a ``Store`` that reads them and takes what is committed.
///
/// A model lives in memory, in the ``ArrayAdapter`` of its store, unless it names another adapter. The store is given that adapter
/// when it is made:
///
/// ```swift
/// struct Page: Model { typealias Adapter = RemoteAdapter; … }
///
/// let store = Store(adapters: [RemoteAdapter(url: url)])
/// try store.table(Page.self).records.where(\.title == "Home").all
/// ```
///
/// Reading through an adapter that cannot fail needs no `try`; reading through one that can throws its ``Failure``. Everything else is
/// the same: finders, relations, rules, hooks, transactions, undo and notifications do not know where records live. An adapter sees
/// neither transactions nor savepoints. It sees one changeset for each commit, which it makes true whole or refuses. See <doc:Adapters>.
///
/// ## Topics
/// ### Reading
/// - ``read(_:)``
/// - ``count(_:)``
/// - ``records(of:withIDs:)``
/// ### Writing
/// - ``commit(_:)``
public protocol StorageAdapter: Sendable {
  /// What reading can fail with; `Never` when it cannot.
  associatedtype Failure: Error

  /// The records that a query wants, in its order and window.
  ///
  /// An adapter that cannot answer the query by itself hands the records of the model to ``RecordQuery/records(from:)``.
  func read<Record: Model>(_ query: RecordQuery<Record>) throws(Failure) -> [Record]

  /// How many records a query wants.
  func count<Record: Model>(_ query: RecordQuery<Record>) throws(Failure) -> Int

  /// The records of a model that have one of some ids, in any order.
  func records<Record: Model>(of model: Record.Type, withIDs ids: [Record.ID]) throws(Failure) -> [Record]

  /// Makes a changeset true, whole or not at all. When it throws, nothing is committed anywhere.
  ///
  /// It is called by one thread at a time. The changeset has the changes of the models of this adapter, what each record was before, and
  /// the time and the metadata of the commit.
  ///
  /// - Throws: Whatever stands in the way; whoever writes gets it.
  func commit(_ changeset: Changeset) throws
}

extension StorageAdapter {
  /// Reads the records and counts them.
  public func count<Record: Model>(_ query: RecordQuery<Record>) throws(Failure) -> Int { try read(query).count }

  /// Reads the records by a query for the ids.
  public func records<Record: Model>(of model: Record.Type, withIDs ids: [Record.ID]) throws(Failure) -> [Record] {
    try read(RecordQuery(Query(predicate: Finder<Record>.node(ids: ids))))
  }
}
