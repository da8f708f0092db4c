package import Foundation
package import MotionModelStorage

/// Receives each commit of a store before readers see it, to write it to a file.
package protocol CommitLog: NumberGiving {
  /// The file of the store, to which journals belong: nobody else may replace it.
  var file: URL { get }

  /// Throws if it is certain that a commit would be refused: for its values, or because the disk has failed. It is
  /// called before an adapter commits its part of a transaction, which could not be undone.
  func check(_ changeset: Changeset) throws(StoreError)

  /// Writes a commit down. The caller is the only writer of the store.
  ///
  /// - Parameters:
  ///   - ends: How far the tables have counted that have counted on.
  ///   - kept: What the commit changes in the columns that tables keep of files.
  /// - Returns: What ``confirm(_:of:)`` waits for.
  /// - Throws: Then the commit is refused, and the store is as it was.
  func append(_ changeset: Changeset, _ ends: [TableEnd], _ kept: [KeptChange]) throws(StoreError) -> AppendedEntry

  /// Notes that a commit could not be appended but is made anyway, because an adapter has committed its part. The
  /// caller is the only writer of the store.
  ///
  /// - Parameter number: The number of the last commit that is made.
  func noteGap(upTo number: Int, _ reason: StoreError)

  /// What becomes of transactions when other processes have committed; nil if no other process writes to the file.
  var sharing: Store.OvertakenPolicy? { get }

  /// What the metadata of commits say of this process; nil if no other process writes to the file.
  var process: Changeset.Statement? { get }

  /// Applies what other processes have committed.
  func catchUp() throws(StoreError)

  /// Waits until a commit is as durable as was promised, after readers see it.
  ///
  /// - Throws: If it may be lost. It is in memory nevertheless.
  func confirm(_ entry: AppendedEntry, of changeset: Changeset) throws(StoreError)
}

extension CommitLog {
  package var sharing: Store.OvertakenPolicy? { nil }
  package var process: Changeset.Statement? { nil }
  package func catchUp() throws(StoreError) {}
  package func giveNumber(of table: NumberedTable) throws(StoreError) -> Int { preconditionFailure("not shared") }
}
