public import Foundation

/// What one commit does to a store, as a value: for each record its id, the record before and the record after.
///
/// Nothing changes a store but applying a changeset. Saving a record applies one with one change, importing a file one
/// with many; either all of it happens or nothing.
///
/// ```swift
/// let changeset = try Todo.where(\.done == true).deleteAll()
/// changeset.changes(of: Todo.self).map(\.kind)   // => [.delete, .delete]
/// print(changeset)                               // => Todo: 2 deleted
/// ```
///
/// ## Topics
/// ### What changed
/// - ``isEmpty``
/// - ``count``
/// - ``changes(of:)``
/// - ``models``
/// ### When
/// - ``id``
/// - ``date``
public struct Changeset: Sendable {
  /// The number of the commit in its store: 1, 2, 3, …; 0 for a changeset that was never committed.
  public internal(set) var id = 0
  /// When it was committed, by the store's clock.
  public internal(set) var date = Date.distantPast

  /// The changes by model, in the order in which the models were first touched.
  private(set) var parts: [any ChangesetPart] = []

  init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool { parts.allSatisfy { $0.count == 0 } }

  /// How many records change.
  public var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// The models of the records that change.
  public var models: [any Model.Type] { parts.filter { $0.count > 0 }.map(\.model) }

  /// The changes to the records of one model, in the order in which the records were first touched.
  ///
  /// A record stands here once, however often it was saved on the way.
  ///
  /// - Complexity: O(1), or O(*k*) in the number of changes when records were both added and removed on the way.
  public func changes<Record: Model>(of model: Record.Type) -> [Change<Record>] {
    part(of: model)?.changes ?? []
  }

  private func part<Record: Model>(of model: Record.Type) -> Part<Record>? {
    parts.lazy.compactMap { $0 as? Part<Record> }.first
  }

  /// Whether applying it does anything: a changeset without changes may still move the count for ids.
  var hasEffect: Bool { parts.contains { $0.count > 0 || $0.nextNumber != nil } }

  /// Adds changes that come after those that are there.
  ///
  /// - Parameter nextNumber: The number from which ids are made afterwards, if it is higher than they alone make it.
  mutating func append<Record: Model>(_ changes: [Change<Record>], nextNumber: Int? = nil) {
    if let index = parts.firstIndex(where: { $0 is Part<Record> }), var part = parts[index] as? Part<Record> {
      parts[index] = Part<Record>()
      part.append(changes)
      part.nextNumber = nextNumber ?? part.nextNumber
      parts[index] = part
    } else if !changes.isEmpty || nextNumber != nil {
      var part = Part(changes)
      part.nextNumber = nextNumber
      parts.append(part)
    }
  }

  /// Applies all changes to tables, filling in the positions of what was inserted.
  ///
  /// When it throws, and there was more than one change, the tables are to be thrown away.
  mutating func apply(to tables: inout Tables) throws(StoreError) {
    for index in parts.indices { try parts[index].apply(to: &tables) }
  }

  /// Adds all changes of a changeset that comes after this one.
  mutating func append(_ other: Changeset) {
    for part in other.parts { part.append(to: &self) }
  }
}

/// The changes to the records of one model, for code that does not know which.
protocol ChangesetPart: Sendable {
  var model: any Model.Type { get }
  var count: Int { get }
  var kinds: [ChangeKind: Int] { get }
  var nextNumber: Int? { get }
  func append(to changeset: inout Changeset)
  /// Applies the changes to a table, filling in the positions of what was inserted.
  mutating func apply(to tables: inout Tables) throws(StoreError)
}

extension Changeset {
  /// The changes to the records of one model.
  struct Part<Record: Model>: ChangesetPart {
    /// Changes in order; those that came to nothing are nil.
    private var entries: [Change<Record>?]
    /// Where a record's change is; made when a second batch of changes comes.
    private var indexByID: [Record.ID: Int]?
    private(set) var count: Int
    var nextNumber: Int?

    init(_ changes: [Change<Record>] = []) {
      entries = changes
      count = changes.count
    }

    var model: any Model.Type { Record.self }

    var changes: [Change<Record>] { entries.compactMap { $0 } }

    var kinds: [ChangeKind: Int] {
      entries.reduce(into: [:]) { counts, change in
        if let change { counts[change.kind, default: 0] += 1 }
      }
    }

    mutating func append(_ changes: [Change<Record>]) {
      var indexByID = self.indexByID ?? [:]
      if self.indexByID == nil {
        for (index, change) in entries.enumerated() {
          if let change { indexByID[change.id] = index }
        }
      }
      self.indexByID = nil
      for change in changes {
        if let index = indexByID[change.id], let first = entries[index] {
          merge(change, after: first, at: index, &indexByID)
        } else {
          indexByID[change.id] = entries.count
          entries.append(change)
          count += 1
        }
      }
      self.indexByID = indexByID
    }

    /// Two changes of one record become one: from what it was before the first to what it is after the second.
    private mutating func merge(
      _ change: Change<Record>, after first: Change<Record>, at index: Int, _ indexByID: inout [Record.ID: Int]
    ) {
      if first.old == nil && change.new == nil {
        entries[index] = nil
        indexByID[change.id] = nil
        count -= 1
      } else {
        entries[index] = Change(
          id: change.id, old: first.old, new: change.new, position: change.position ?? first.position)
      }
    }

    func append(to changeset: inout Changeset) { changeset.append(changes, nextNumber: nextNumber) }

    mutating func apply(to tables: inout Tables) throws(StoreError) {
      entries = try tables.withTable(Record.self) { table throws(StoreError) in
        let applied = try table.apply(changes, of: Record.self)
        table.nextNumber = max(table.nextNumber, nextNumber ?? 0)
        return applied
      }
      indexByID = nil
      count = entries.count
    }
  }
}

extension Changeset: CustomStringConvertible {
  /// What changes, by model: `Todo: 2 inserted, 1 updated; Project: 1 deleted`.
  public var description: String {
    let texts = parts.filter { $0.count > 0 }.map { part in
      let kinds = ChangeKind.allCases.compactMap { kind in
        part.kinds[kind].map { "\($0) \(kind == .insert ? "inserted" : kind == .update ? "updated" : "deleted")" }
      }
      return "\(part.model): \(kinds.joined(separator: ", "))"
    }
    return texts.isEmpty ? "no changes" : texts.joined(separator: "; ")
  }
}
