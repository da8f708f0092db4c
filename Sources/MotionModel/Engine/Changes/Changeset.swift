public import Foundation

/// The changes of one commit, as a value: for each record its id, the record before and the record after.
///
/// A store changes only by applying a changeset. Saving a record applies a changeset with one change, loading a file
/// applies a changeset with many. A changeset is applied completely or not at all.
///
/// ```swift
/// let changeset = try store.load(from: file).changes
/// changeset.changes(of: Todo.self).map(\.kind)   // => [.insert, .delete]
/// print(changeset)                               // => Todo: 1 inserted, 1 deleted
/// ```
///
/// ## Topics
/// ### What changed
/// - ``isEmpty``
/// - ``count``
/// - ``changes(of:)``
/// - ``models``
/// - ``details``
/// ### When
/// - ``id``
/// - ``date``
/// ### By whom and why
/// - ``metadata``
/// ### Calculating with changesets
/// - ``inverted``
/// - ``composed(with:)``
/// - ``difference(from:to:)``
/// - ``rebased(onto:_:)``
/// - ``filtered(models:kinds:)``
/// - ``filtered(_:where:)``
/// ### Applying
/// - ``Store/apply(_:)``
/// - ``Store/merge(_:_:)``
/// ### Others
/// - ``empty``
/// - ``estimatedBytes``
public struct Changeset: Sendable {
  /// The number of the commit in its store: 1, 2, 3, …; 0 for a changeset that was never committed.
  public internal(set) var id = 0
  /// When it was committed, by the store's clock.
  public internal(set) var date = Date.distantPast
  /// Who made the commit and why, if its transaction set metadata.
  public var metadata: Changeset.Metadata {
    get { statement?.metadata ?? Changeset.Metadata() }
    set { statement = newValue.isEmpty ? nil : Statement(newValue) }
  }

  /// The metadata. It is stored behind a reference, because most commits have none and changesets should be small.
  private(set) var statement: Statement?

  /// Metadata of one commit or of several.
  package final class Statement: Sendable {
    let metadata: Changeset.Metadata
    /// How a journal has them; nil if they are encoded for each commit.
    let logged: [UInt8]?

    init(_ metadata: Changeset.Metadata, logged: [UInt8]? = nil) { (self.metadata, self.logged) = (metadata, logged) }
  }

  /// Adds what is said of each commit of a process.
  mutating func add(_ process: Statement) {
    if statement == nil { statement = process } else { metadata.values.merge(process.metadata.values) { $1 } }
  }

  /// The changes by model, in the order in which the models were first touched.
  var parts: [ChangesetPart] = []

  init(date: Date = .distantPast) { self.date = date }

  init(_ part: ChangesetPart, date: Date = .distantPast) {
    self.date = date
    if part.hasEffect { parts = [part] }
  }

  /// Creates a changeset that is not committed.
  init(_ parts: [ChangesetPart]) { self.parts = parts.filter(\.hasEffect) }

  /// Whether there are no changes.
  public var isEmpty: Bool { parts.allSatisfy { $0.count == 0 } }

  /// How many records change.
  public var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// The changes to the records of one table; nil when there are none.
  func part(of layout: TableLayout) -> ChangesetPart? { part(of: layout.slot) }

  /// The changes to the records of the model with a number; nil when there are none.
  func part(of slot: Int) -> ChangesetPart? { parts.first { $0.layout.slot == slot } }

  /// Whether applying the changeset has an effect. One without changes may still raise the number for the next id.
  var hasEffect: Bool { parts.contains(where: \.hasEffect) }

  /// Appends later changes of one model.
  mutating func append(_ part: ChangesetPart) {
    if let index = parts.firstIndex(where: { $0.layout.slot == part.layout.slot }) {
      parts[index].append(part)
    } else if part.hasEffect {
      parts.append(part)
    }
  }

  /// Appends all changes of a later changeset.
  package mutating func append(_ other: Changeset) {
    if parts.isEmpty && other.parts.allSatisfy(\.hasEffect) { return parts = other.parts }
    for part in other.parts { append(part) }
  }

  /// Replaces each part, and drops those that have no effect.
  mutating func replaceParts(_ replace: (ChangesetPart) -> ChangesetPart) {
    parts = parts.map(replace).filter(\.hasEffect)
  }

  /// A copy that shares no memory with this changeset, so that changes can be appended to it while other threads
  /// read the original.
  ///
  /// A copy that shares memory would do as well: its memory is copied when it is changed, unless nobody else holds that
  /// memory any more. But whether another reference exists is known from a reference count, which the thread sanitizer
  /// does not see.
  package var detached: Changeset {
    var copy = self
    copy.parts = parts.map(\.detached)
    return copy
  }

  /// Appends a later commit. If `addingRecords` is true, this changeset also takes over the commit's id,
  /// date and metadata.
  ///
  /// - Parameter addingRecords: Whether to add records that have no change here yet. If it is false, only the records
  ///   that are here already are updated to their state after the commit.
  mutating func follow(_ commit: Changeset, addingRecords: Bool) {
    for part in commit.parts {
      if let index = parts.firstIndex(where: { $0.layout.slot == part.layout.slot }) {
        parts[index].append(part, addingRecords: addingRecords)
      } else if addingRecords && part.hasEffect {
        parts.append(part.detached)
      }
    }
    if addingRecords { (id, date, statement) = (commit.id, commit.date, commit.statement) }
  }

  /// Takes into account that observers were notified of other commits with the same records; see
  /// ``ChangesetPart/markNotified(_:)``.
  mutating func markNotified(_ notified: Changeset) {
    for part in notified.parts {
      if let index = parts.firstIndex(where: { $0.layout.slot == part.layout.slot }) { parts[index].markNotified(part) }
    }
  }

  /// Marks the changes so far to the records of one model as a bulk change, so that they are notified together.
  mutating func markBulk(_ layout: TableLayout) {
    if let index = parts.firstIndex(where: { $0.layout.slot == layout.slot }) { parts[index].isBulk = true }
  }

  /// Leaves the check of unique columns to the caller.
  mutating func deferUniqueness() { for index in parts.indices { parts[index].defersUniqueness = true } }

  /// Whether the changeset is exactly one change, which is checked before the tables are touched.
  ///
  /// Such a changeset can be applied to tables in place. Any other one may leave them half changed when it is
  /// refused, so it is applied to a copy, unless its changes are independent; see ``PendingChanges``.
  var isSingle: Bool { parts.count == 1 && parts[0].count == 1 }

  /// Whether some of the records are stored by an adapter, and not in memory.
  var isExternal: Bool { parts.contains { $0.layout.isExternal } }

  /// The changes of the records of some models.
  func filtered(_ isIncluded: (TableLayout) -> Bool) -> Changeset {
    if parts.allSatisfy({ isIncluded($0.layout) }) { return self }
    var copy = self
    copy.parts = parts.filter { isIncluded($0.layout) }
    return copy
  }

  /// Throws what applying this changeset would throw. Its changes must be independent; see ``PendingChanges``.
  func check(in tables: Tables) throws(StoreError) {
    for part in parts { try tables.version(part.layout).check(part) }
  }

  /// Applies all changes to tables and fills in the positions of inserted records.
  ///
  /// If it throws and the changeset was not ``isSingle``, nor checked, the caller must discard the tables.
  ///
  /// - Parameter isChecked: Whether records with the same value in a unique column are refused.
  mutating func apply(to tables: inout Tables, isChecked: Bool = true) throws(StoreError) {
    try tables.gate.changing { () throws(StoreError) in try applyInGate(to: &tables, isChecked: isChecked) }
  }

  /// Applies changes that were checked with the tables, or restore an earlier state of the tables.
  mutating func applyChecked(to tables: inout Tables) {
    do throws(StoreError) { try apply(to: &tables, isChecked: false) } catch {
      fatalError("A change that was checked could not be made: \(error)")
    }
  }

  /// Applies all changes, for a caller that is inside the gate (see ``ReadFence``).
  mutating func applyInGate(to tables: inout Tables, isChecked: Bool = true) throws(StoreError) {
    for index in parts.indices {
      let table = tables.uniqueTable(parts[index].layout)
      try table.apply(&parts[index], isChecked: isChecked)
    }
  }
}

extension Changeset: CustomStringConvertible {
  /// The numbers of changes by model: `Todo: 2 inserted, 1 updated; Project: 1 deleted`.
  public var description: String {
    let texts = parts.filter { $0.count > 0 }.map(\.description)
    return texts.isEmpty ? "no changes" : texts.joined(separator: "; ")
  }
}
