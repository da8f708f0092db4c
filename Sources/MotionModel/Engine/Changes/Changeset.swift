public import Foundation

/// What one commit does to a store, as a value: for each record its id, the record before and the record after.
///
/// Nothing changes a store but applying a changeset. Saving a record applies one with one change, reading a file one
/// with many; either all of it happens or nothing.
///
/// ```swift
/// let changeset = try store.load(from: file)
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
/// - ``filtered(models:)``
/// - ``filtered(kinds:)``
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
  /// Who made the commit and why, where a transaction said so.
  public var metadata: ChangesetMetadata {
    get { statement?.metadata ?? ChangesetMetadata() }
    set { statement = newValue.isEmpty ? nil : Statement(newValue) }
  }

  /// What was said of the commit: apart, because of most of them nothing is, and they should be small.
  private var statement: Statement?

  private final class Statement: Sendable {
    let metadata: ChangesetMetadata

    init(_ metadata: ChangesetMetadata) { self.metadata = metadata }
  }

  /// The changes by model, in the order in which the models were first touched.
  private(set) var parts: [ChangesetPart] = []

  init(date: Date = .distantPast) { self.date = date }

  init(_ part: ChangesetPart, date: Date = .distantPast) {
    self.date = date
    if part.hasEffect { parts = [part] }
  }

  /// A changeset that was not committed.
  init(_ parts: [ChangesetPart]) { self.parts = parts.filter(\.hasEffect) }

  /// Whether nothing changes.
  public var isEmpty: Bool { parts.allSatisfy { $0.count == 0 } }

  /// How many records change.
  public var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// The models of the records that change.
  public var models: [any Model.Type] { parts.filter { $0.count > 0 }.map(\.layout.type) }

  /// The changes to the records of one model, in the order in which the records were first touched.
  ///
  /// A record stands here once, however often it was saved on the way.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  public func changes<Record: Model>(of model: Record.Type) -> [Change<Record>] {
    part(of: model)?.changes(of: model) ?? []
  }

  /// The changes to the records of one model; nil when there are none.
  func part<Record: Model>(of model: Record.Type) -> ChangesetPart? { part(of: Record.schema.layout) }

  /// The changes to the records of one table; nil when there are none.
  func part(of layout: TableLayout) -> ChangesetPart? { parts.first { $0.layout.slot == layout.slot } }

  /// Whether applying it does anything: a changeset without changes may still move the count for ids.
  var hasEffect: Bool { parts.contains(where: \.hasEffect) }

  /// Adds changes that come after those that are there.
  mutating func append(_ part: ChangesetPart) {
    if let index = parts.firstIndex(where: { $0.layout.slot == part.layout.slot }) {
      parts[index].append(part)
    } else if part.hasEffect {
      parts.append(part)
    }
  }

  /// Adds all changes of a changeset that comes after this one.
  package mutating func append(_ other: Changeset) {
    for part in other.parts { append(part) }
  }

  /// Puts others in the place of the parts.
  mutating func replaceParts(_ replace: (ChangesetPart) -> ChangesetPart) {
    parts = parts.map(replace).filter(\.hasEffect)
  }

  /// A copy with memory of its own, for one who adds to it what comes later, while others read the original on their threads.
  ///
  /// A copy that shares memory would do as well: it is copied when it is changed, unless nobody else has it any more. But that nobody
  /// has is seen by counting references, which the thread sanitizer does not see.
  package var detached: Changeset {
    var copy = self
    copy.parts = parts.map(\.detached)
    return copy
  }

  /// Adds a commit that comes after this one, and takes over its id, its time and its metadata.
  ///
  /// - Parameter addingRecords: Whether records are added that have no change here yet. Without them it says of the records
  ///   that it has what they became, by whomever.
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

  /// Takes note that others were told of a commit, or of several together.
  mutating func markTold(_ told: Changeset) {
    for part in told.parts {
      if let index = parts.firstIndex(where: { $0.layout.slot == part.layout.slot }) { parts[index].markTold(part) }
    }
  }

  /// Has the changes to the records of one model, those that are there so far, told together.
  mutating func markBulk(_ layout: TableLayout) {
    if let index = parts.firstIndex(where: { $0.layout.slot == layout.slot }) { parts[index].isBulk = true }
  }

  /// Whether it is one change and nothing else, which is checked before anything is touched.
  ///
  /// Such a changeset can be applied to tables in place; any other one may leave them half changed when it is refused, and is
  /// applied to a copy.
  var isSingle: Bool { parts.count == 1 && count == 1 }

  /// Throws what applying a changeset that ``isSingle`` would throw.
  func check(in tables: Tables) throws(StoreError) {
    for part in parts { try tables.version(part.layout).check(part) }
  }

  /// Applies all changes to tables, filling in the positions of what was inserted.
  ///
  /// When it throws, and was not ``isSingle``, the tables are to be thrown away.
  ///
  /// - Parameter isChecked: Whether records with the same value in a unique column are refused.
  mutating func apply(to tables: inout Tables, isChecked: Bool = true) throws(StoreError) {
    try tables.gate.changing { () throws(StoreError) in try applyInGate(to: &tables, isChecked: isChecked) }
  }

  /// The same, for who is inside the gate (see ``ReadFence``).
  mutating func applyInGate(to tables: inout Tables, isChecked: Bool = true) throws(StoreError) {
    for index in parts.indices {
      let table = tables.uniqueTable(parts[index].layout)
      try table.apply(&parts[index], isChecked: isChecked)
    }
  }
}

extension Changeset: CustomStringConvertible {
  /// What changes, by model: `Todo: 2 inserted, 1 updated; Project: 1 deleted`.
  public var description: String {
    let texts = parts.filter { $0.count > 0 }.map(\.description)
    return texts.isEmpty ? "no changes" : texts.joined(separator: "; ")
  }
}
