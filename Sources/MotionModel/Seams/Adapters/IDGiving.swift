/// An adapter whose database counts the ids of new records.
package protocol IDGiving: StorageAdapter {
  /// Returns ids for new records; nil if the database does not count them.
  func giveIDs<Record: Model>(_ count: Int, of model: Record.Type) throws(Failure) -> GivenIDs?
}
