/// A column that counts the changes of a record, so that saving an old copy of it is refused.
///
/// ```swift
/// static let schema = Schema<Todo> { LockVersion(\.version) }
///
/// var (mine, yours) = (try Todo.require(1), try Todo.require(1))
/// try mine.update { $0.name = "Walk the dog" }
/// try yours.update { $0.name = "Feed the dog" }   // throws StoreError.stale, with both records
/// ```
///
/// A new record keeps the version that it has, usually 0. Every save that changes a column adds 1, and the saved record
/// gets the new version. A version from a transaction that was undone is not used again, so copies from that
/// transaction are refused, and the next version is higher by more than 1. A loaded file brings its own versions. In a
/// database, versions rise by random numbers, so two programs never give a record the same one.
///
/// An inserted record keeps its version also under the id of a deleted one. To bring a record back, insert the deleted
/// copy: older copies of it are then refused. A new record begins with 0, which an older copy may have, too.
///
/// A `save` of a record whose version differs from the stored one throws ``StoreError/stale(_:)``, even if they differ
/// in nothing else: two who each add 1 to the same number would arrive at the same record, and one addition would be
/// lost. `save(only:)`, `delete` and `destroy` of an old copy are refused in the same way; by id, there is no copy to
/// compare.
///
/// `update { }` and `update(attributes:)` of an old copy are refused only if one of the columns that they change is
/// stored with another value than the copy had. Otherwise both changes are kept, and the copy is as old as before.
///
/// Calls that read the stored record themselves are never refused, but add to the version: `updateAll`, `increment`,
/// `decrement`, `toggle`, and changes by a relation, including counters and touches. A record that was up to date
/// before an `increment` is up to date afterwards. `upsert` and `upsert(on:)` overwrite the stored record: they do
/// not compare versions, but add to the version.
public struct LockVersion<Record: Model>: Sendable {
  let column: Column<Record>

  /// Declares the column.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column's name, if it differs from the property's: `LockVersion(\.version, name: "lock_version")`.
  public init(_ keyPath: any WritableKeyPath<Record, Int> & Sendable, name: String? = nil) {
    column = Column(keyPath, name: name)
  }
}

extension Schema {
  /// Returns whether a copy of a record has the version of another.
  func hasVersion(of other: Record, _ copy: Record) -> Bool {
    guard let version = layout.version.map({ columns[$0] }) else { return true }
    return version.number(in: copy) == version.number(in: other)
  }

  /// Copies the version of a stored record to another copy of it.
  func takeOverVersion(of stored: Record, in copy: inout Record) {
    guard let version = layout.version.map({ columns[$0] }) else { return }
    _ = version.assign(version[stored], to: &copy)
  }
}

extension Column {
  fileprivate func number(in record: Record) -> Int {
    withRow(of: record) { operations.number($0) }
  }
}
