/// A column that counts how often a record was changed, so that saving an old copy of it is refused.
///
/// ```swift
/// static let schema = Schema<Todo> {
///   Column(\.name)
///   LockVersion(\.version)
/// }
///
/// var (mine, yours) = (try Todo.require(1), try Todo.require(1))
/// try mine.update { $0.name = "Walk the dog" }
/// try yours.update { $0.name = "Feed the dog" }   // throws StoreError.stale, with both records
/// ```
///
/// A new record keeps the number that it has, as a rule 0. Every save that changes a column adds 1, and the saved record gets the new
/// number. A number that was given in a transaction which was undone is not given again, so that a copy from there is refused; the next
/// one is then higher by more than 1; a file that is loaded brings the numbers that it was written with. A save of a record that has another number than the stored one is refused, with ``StoreError/stale(_:)``, also when they
/// differ in nothing else: two who each add 1 to the same number would come to the same record, and one addition would be lost.
/// `delete` and `destroy` of an old copy are refused in the same way; those that are given an id have no copy to compare.
///
/// Calls that look at the stored record themselves are never refused, and count: `updateAll`, `increment`, `decrement`, `toggle`,
/// and what a relation does to a record, a counter or a touch included. A record that was up to date before an `increment` is
/// so afterwards. `upsert` and `upsert(on:)` are for writing over what is there: they do not compare, and count.
public struct LockVersion<Record: Model>: Sendable {
  let keyPath: any WritableKeyPath<Record, Int> & Sendable

  /// Declares the column.
  public init(_ keyPath: any WritableKeyPath<Record, Int> & Sendable) { self.keyPath = keyPath }
}

extension Schema {
  /// Whether a copy of a record has the version of another.
  func hasVersion(of other: Record, _ copy: Record) -> Bool {
    guard let version = layout.version.map({ columns[$0] }) else { return true }
    return version.number(in: copy) == version.number(in: other)
  }

  /// Copies the version of a stored record to a copy of it.
  func takeOverVersion(of stored: Record, in copy: inout Record) {
    guard let version = layout.version.map({ columns[$0] }) else { return }
    _ = version.assign(version[stored], to: &copy)
  }
}

extension Column {
  fileprivate func number(in record: Record) -> Int {
    withUnsafePointer(to: record) { operations.number(UnsafeRawPointer($0)) }
  }
}

extension ColumnOperations {
  /// The number in a column of numbers.
  func number(_ row: UnsafeRawPointer) -> Int {
    guard case .int(let number) = attribute(row) else { return 0 }
    return Int(truncatingIfNeeded: number)
  }

  /// Makes the number in a row one that follows on the number in another, and on those that were given and taken back.
  func count(on old: UnsafeRawPointer, and given: Int = .min, in row: UnsafeMutableRawPointer) {
    // An integer fits a column of integers, so there is no error to look at.
    _ = assign(.int(Int64(max(number(old), given) &+ 1)), row)
  }
}
