/// An object of a ``Store`` that reads and commits the records of models, for example in a database.
///
/// The records of a model are in memory, in the ``ArrayAdapter`` of a store, unless the model names another adapter.
/// That adapter is passed to the store when it is created:
///
/// ```swift
/// struct Page: Model { typealias Adapter = RemoteAdapter; … }
///
/// let store = Store(adapters: [RemoteAdapter(url: url)])
/// try store.table(Page.self).records.where(\.title == "Home").all
/// ```
///
/// Reading needs no `try` if the adapter's ``Failure`` is `Never`; otherwise it throws a ``Failure``. All else is the
/// same: finders, relations, rules, hooks, transactions, undo and notifications do not depend on where records are
/// kept. An adapter sees neither transactions nor savepoints. It receives one changeset for each commit, and commits it
/// completely or not at all. See <doc:Adapters>.
///
/// ## Topics
/// ### Reading
/// - ``read(_:)``
/// - ``count(_:)``
/// - ``records(of:withIDs:)``
/// ### Writing
/// - ``commit(_:)``
public protocol StorageAdapter: Sendable {
  /// The error that reading throws; `Never` if reading cannot fail.
  associatedtype Failure: Error

  /// Returns the records of a query, in its order and window.
  ///
  /// An adapter that cannot answer the query itself passes the records of the model to ``RecordQuery/records(from:)``.
  func read<Record: Model>(_ query: RecordQuery<Record>) throws(Failure) -> [Record]

  /// Returns the number of records of a query.
  func count<Record: Model>(_ query: RecordQuery<Record>) throws(Failure) -> Int

  /// Returns the records of a model with the given ids, in any order.
  func records<Record: Model>(of model: Record.Type, withIDs ids: [Record.ID]) throws(Failure) -> [Record]

  /// Commits a changeset, completely or not at all. If it throws, nothing is committed anywhere.
  ///
  /// The store calls it on one thread at a time. The changeset contains the changes to the models of this adapter, each
  /// record as it was before, and the time and the metadata of the commit.
  ///
  /// - Throws: The reason why the changeset cannot be committed. The call that writes throws this error.
  func commit(_ changeset: Changeset) throws
}

extension StorageAdapter {
  /// Reads the records of the query and counts them.
  public func count<Record: Model>(_ query: RecordQuery<Record>) throws(Failure) -> Int { try read(query).count }

  /// Reads the records by a query with a condition on their ids.
  public func records<Record: Model>(of model: Record.Type, withIDs ids: [Record.ID]) throws(Failure) -> [Record] {
    try read(RecordQuery(ids: ids))
  }
}
