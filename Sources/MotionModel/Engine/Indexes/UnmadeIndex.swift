import Synchronization

/// Stands for an index that is made of the rows at its first use.
///
/// The tables of a store that is opened begin with these, so that opening takes no time for indexes that no finder of
/// the program uses. Unique indexes are made at once: a store must know that its records differ.
///
/// It also replaces an index that did not find a row again. The values in an index may change although nobody writes: a
/// computed property may read the clock, a record may hold a class, a type's `==`, `hash(into:)` or `<` may contradict
/// themselves. A removed row is then not found under its current value, and its position, left behind, would lead to
/// memory without a row. Every index notices that when it removes a row, and is not used again.
///
/// Several threads may make the index at once; one result is kept. A change of the rows begins another slot: the index
/// of a version of a table is made of its own rows. A writer takes a made index over; see ``isAwaited()``.
struct UnmadeIndex: TableIndex {
  private final class Made: Sendable {
    let index: any TableIndex

    init(_ index: any TableIndex) { self.index = index }
  }

  /// The index of the rows of one version, once it is made.
  private final class Slot: Sendable { let made = MadeOnce<Made>() }

  /// Whether a reader of any version has used the index.
  private final class Use: Sendable { let isKnown = Atomic(false) }

  let definition: IndexDefinition
  private var slot = Slot()
  private let use = Use()

  init(_ definition: IndexDefinition) { self.definition = definition }

  var count: Int { slot.made.made?.index.count ?? 0 }

  // MARK: - Making

  var isUnmade: Bool { true }

  func made(in rows: RowStorage) -> any TableIndex {
    let made = slot.made.object {
      use.isKnown.store(true, ordering: .relaxed)
      var index = definition.make()
      index.insert(contentsOf: rows.positionList, in: rows)
      return Made(index)
    }
    return made.index
  }

  /// Whether a table whose rows are about to change keeps a made index: this version has made it, or a reader of an
  /// earlier version has used it. Without the second, a table that changes while readers make the index would never
  /// have it.
  mutating func isAwaited() -> Bool {
    if slot.made.made != nil || use.isKnown.load(ordering: .relaxed) { return true }
    // Readers of an earlier version may still make the index of its rows, in its slot.
    if !isKnownUniquelyReferenced(&slot) { slot = Slot() }
    return false
  }

  // MARK: - Answering

  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? {
    mayAnswer(conjuncts) ? made(in: rows).answer(to: conjuncts, in: rows) : nil
  }

  func order(by terms: [OrderTerm], under conjuncts: [PredicateNode], in rows: RowStorage) -> IndexOrder? {
    guard definition.kind.isOrdered, let column = terms.first?.indexable?.column,
      let number = definition.columns.firstIndex(where: { $0.isSame(as: column) }),
      definition.columns[..<number].allSatisfy({ Self.isTested($0, by: conjuncts) })
    else { return nil }
    return made(in: rows).order(by: terms, under: conjuncts, in: rows)
  }

  func entry(hash: UInt64, in table: TableVersion, where isWanted: (Row) -> Bool) -> HashIndex.Entry {
    made(in: table.rows).entry(hash: hash, in: table, where: isWanted)
  }

  func rows(sharing row: Row, besides own: Int?, in rows: RowStorage) -> RowSet? {
    made(in: rows).rows(sharing: row, besides: own, in: rows)
  }

  /// Whether conditions test what the index would need to find their rows. If not, it is not made for them.
  private func mayAnswer(_ conjuncts: [PredicateNode]) -> Bool {
    if let condition = definition.condition {
      return condition.conjuncts.allSatisfy { part in conjuncts.contains { $0.isSame(as: part) } }
    }
    if definition.kind == .words { return conjuncts.contains { !$0.foreignTests.isEmpty } }
    let needed = definition.kind.isOrdered ? definition.columns.prefix(1) : definition.columns[...]
    return !needed.isEmpty && needed.allSatisfy { Self.isTested($0, by: conjuncts) }
  }

  private static func isTested(_ column: ColumnReference, by conjuncts: [PredicateNode]) -> Bool {
    conjuncts.contains { node in node.leaves.contains { $0.column?.isSame(as: column) ?? false } }
  }

  // MARK: - Changing

  mutating func forget() -> Bool {
    if slot.made.made != nil { slot = Slot() }
    return true
  }

  func isAffected(_ old: Row, _ new: Row) -> Bool { true }

  mutating func insert(_ row: Row, at position: Int, in rows: RowStorage) { _ = forget() }

  mutating func insert(contentsOf positions: [Int], in rows: RowStorage) { _ = forget() }

  mutating func update(_ old: Row, to new: Row, at position: Int) -> Bool? { forget() }

  mutating func remove(_ row: Row, at position: Int, in rows: RowStorage) -> Bool { forget() }

  // MARK: - Checking

  func violation(_ positions: [Int], in rows: RowStorage) -> String? {
    slot.made.made?.index.violation(positions, in: rows)
  }
}

extension IndexKind {
  fileprivate var isOrdered: Bool { self == .ordered || self == .orderedIgnoringCaseAndAccents }
}
