/// An adapter that can answer conditions on related records by itself, because it keeps all of them.
package protocol RelatedAnswering: StorageAdapter {
  /// Returns whether the adapter answers a query whose related records were not looked up: exactly, in its order and
  /// window.
  ///
  /// - Parameter isCount: Whether the records are counted, and not read.
  func answersRelated<Record: Model>(_ query: RecordQuery<Record>, isCount: Bool) -> Bool
}
