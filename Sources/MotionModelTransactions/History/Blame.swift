public import Foundation
public import MotionModel

/// The commit that gave a column of a record a value: which, when, by whom, why, and from what.
///
/// ```swift
/// let blame = try history.blame(todo, \.priority)
/// print(blame)   // => commit 12 of 2026-11-26T10:20:30Z by ann: Spring cleaning, 1 → 3
/// ```
public struct Blame<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The number of the commit.
  public let commit: Int
  /// When it was made, by the store's clock.
  public let date: Date
  /// Who made it and why, if its transaction said so.
  public let metadata: Changeset.Metadata
  /// Whether it inserted, updated or deleted the record.
  public let kind: ChangeKind
  /// The value before; nil if the commit inserted the record.
  public let before: Value?
  /// The value after; nil if the commit deleted the record.
  public let after: Value?

  init(_ changeset: Changeset, _ kind: ChangeKind, before: Value?, after: Value?) {
    (commit, date, metadata) = (changeset.id, changeset.date, changeset.metadata)
    (self.kind, self.before, self.after) = (kind, before, after)
  }
}

extension Blame: CustomStringConvertible {
  /// The commit and both values: `commit 12 of 2026-11-26T10:20:30Z by ann: Spring cleaning, 1 → 3`.
  public var description: String {
    let who = metadata.isEmpty ? "" : " \(metadata)"
    func text(_ value: Value?) -> String {
      guard let value else { return "none" }
      return (value as? AttributeValue ?? (value as? any ColumnValue)?.attribute)?.nestedDescription ?? "\(value)"
    }
    return "commit \(commit) of \(AttributeValue.date(date))\(who), \(text(before)) → \(text(after))"
  }
}

/// A column of a record, its value, and the commit that gave it.
public struct ColumnBlame: Sendable, Hashable {
  /// The column's name.
  public let column: String
  /// The commit, with the untyped values; nil if the value is older than the history.
  public let blame: Blame<AttributeValue>?
}

extension ColumnBlame: CustomStringConvertible {
  /// The column and the commit: `priority: commit 12 of 2026-11-26T10:20:30Z by ann: Spring cleaning, 1 → 3`.
  public var description: String { "\(column): \(blame.map { "\($0)" } ?? "older than the history")" }
}

extension CommitHistory {
  /// Returns the last commit that changed a property of a record; nil if none of the history's commits did, so that the
  /// value is older, or no record with the id was ever stored.
  ///
  /// A commit that inserted or deleted the record counts, too. The record is known by its id; what else the given one
  /// holds does not matter.
  ///
  /// - Throws: The errors of reading the history.
  /// - Complexity: O(*n*) in the number of changes in the history.
  public func blame<Record: Model, Value: ColumnValue>(
    _ record: Record, _ property: any KeyPath<Record, Value> & Sendable
  ) throws -> Blame<Value>? {
    var last: Blame<Value>?
    try forEachChange(of: record, property) { last = $0 }
    return last
  }

  /// Returns for each column of a record the last commit that changed it, in order of declaration.
  ///
  /// - Throws: The errors of reading the history.
  /// - Complexity: O(*n*) in the number of changes in the history.
  public func blame<Record: Model>(_ record: Record) throws -> [ColumnBlame] {
    var blames: [String: Blame<AttributeValue>] = [:]
    try forEachChange(of: record) { changeset, change in
      for column in change.columns {
        blames[column.column] = Blame(
          changeset, change.kind, before: change.old == nil ? nil : column.old,
          after: change.new == nil ? nil : column.new)
      }
    }
    return Record.schema.columns.map { ColumnBlame(column: $0.name, blame: blames[$0.name]) }
  }

  /// Returns all commits of the history that changed a property of a record, the first one first.
  ///
  /// - Throws: The errors of reading the history.
  /// - Complexity: O(*n*) in the number of changes in the history.
  public func timeline<Record: Model, Value: ColumnValue>(
    of record: Record, _ property: any KeyPath<Record, Value> & Sendable
  ) throws -> [Blame<Value>] {
    var all: [Blame<Value>] = []
    try forEachChange(of: record, property) { all.append($0) }
    return all
  }

  private func forEachChange<Record: Model, Value: ColumnValue>(
    of record: Record, _ property: any KeyPath<Record, Value> & Sendable, _ body: (Blame<Value>) -> Void
  ) throws {
    try forEachChange(of: record) { changeset, change in
      let (before, after) = (change.old?[keyPath: property], change.new?[keyPath: property])
      if change.kind == .update, isSame(before, after) { return }
      body(Blame(changeset, change.kind, before: before, after: after))
    }
  }

  private func forEachChange<Record: Model>(
    of record: Record, _ body: (Changeset, Change<Record>) -> Void
  ) throws {
    try forEachChangeset(after: commits.lowerBound) { changeset in
      for change in changeset.changes(of: Record.self) where change.id == record.id { body(changeset, change) }
    }
  }

  private func isSame<Value: ColumnValue>(_ first: Value?, _ second: Value?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return first == second || first != first && second != second
  }
}

extension Store {
  /// Not available: a history knows the commits.
  @available(*, unavailable, message: "a history knows the commits: a `StoreHistory` of the store has `blame`")
  public func blame<Record: Model>(_ record: Record, _ property: PartialKeyPath<Record>? = nil) {
    fatalError("A store has no blame.")
  }
}
