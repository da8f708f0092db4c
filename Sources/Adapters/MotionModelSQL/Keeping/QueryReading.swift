package import MotionModel

/// An adapter that reads the records with some ids by a query, as those do that have no other way.
package struct QueryReading<Adapter: StorageAdapter>: StorageAdapter {
  private let adapter: Adapter

  package init(_ adapter: Adapter) { self.adapter = adapter }

  package func read<Record: Model>(_ query: RecordQuery<Record>) throws(Adapter.Failure) -> [Record] {
    try adapter.read(query)
  }

  package func commit(_ changeset: Changeset) throws { try adapter.commit(changeset) }
}
