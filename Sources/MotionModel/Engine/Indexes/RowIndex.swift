/// An index of another module, as a table keeps it: a value that finds the rows that pass a ``RowTest`` of the module,
/// and is updated with every change.
///
/// Copies share the parts that did not change. Many threads may read a copy at once. A copy that is changed has no
/// other readers.
package protocol RowIndex: Sendable {
  /// How many entries there are.
  var count: Int { get }

  /// Returns whether the index can find the rows that pass a test.
  func answers(_ test: any RowTest) -> Bool

  /// Returns the rows that pass a test; nil when the index cannot find them.
  func answer(to test: any RowTest) -> RowAnswer?

  /// Whether the two versions of a row differ in what the index stores.
  func isAffected(_ old: Row, _ new: Row) -> Bool

  /// Adds rows at some positions.
  mutating func insert(contentsOf positions: [Int], at address: (_ position: Int) -> Row)

  /// Replaces the row at a position.
  ///
  /// - Returns: Whether the old row was found as it was put; see ``remove(_:at:)``.
  mutating func update(_ old: Row, to new: Row, at position: Int) -> Bool

  /// Removes the row at a position.
  ///
  /// - Returns: Whether the whole row was found and removed. If not, the index is rebuilt.
  mutating func remove(_ row: Row, at position: Int) -> Bool

  /// Returns what is wrong with the index of the rows at some positions, for tests; nil when it is correct.
  func violation(_ positions: [Int], at address: (_ position: Int) -> Row) -> String?
}

/// The rows that an index of another module finds for a test.
package struct RowAnswer {
  /// The number of rows, or an upper bound of it.
  package let count: Int
  /// Whether `count` is the exact number of rows.
  package let isCountExact: Bool
  /// The cost of each row, where 1 is what a scan takes to test one.
  package let effort: Double
  package let rows: () -> RowSet

  package init(count: Int, isCountExact: Bool, effort: Double, _ rows: @escaping () -> RowSet) {
    (self.count, self.isCountExact, self.effort, self.rows) = (count, isCountExact, effort, rows)
  }
}

/// A ``RowIndex`` as one of a table's indexes.
struct ForeignIndex: TableIndex {
  let definition: IndexDefinition
  private(set) var base: any RowIndex

  init(_ definition: IndexDefinition, _ base: any RowIndex) { (self.definition, self.base) = (definition, base) }

  var count: Int { base.count }

  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? {
    var parts = ForeignParts()
    for number in conjuncts.indices {
      switch conjuncts[number] {
      case .foreign(let test):
        if let answer = base.answer(to: test) { parts.found.append((answer, test, number)) }
      case .not(.foreign(let test)):
        if let answer = base.answer(to: test) { parts.excluded.append((answer, test, number)) }
      default: break
      }
    }
    return parts.answer(in: rows)
  }

  func isAffected(_ old: Row, _ new: Row) -> Bool { base.isAffected(old, new) }

  mutating func insert(_ row: Row, at position: Int, in rows: RowStorage) {
    base.insert(contentsOf: [position]) { _ in row }
  }

  mutating func insert(contentsOf positions: [Int], in rows: RowStorage) {
    base.insert(contentsOf: positions) { rows[$0] }
  }

  mutating func update(_ old: Row, to new: Row, at position: Int) -> Bool? {
    base.update(old, to: new, at: position)
  }

  mutating func remove(_ row: Row, at position: Int, in rows: RowStorage) -> Bool {
    base.remove(row, at: position)
  }

  func violation(_ positions: [Int], in rows: RowStorage) -> String? {
    base.violation(positions) { rows[$0] }
  }
}

extension IndexDefinition {
  /// An index of another module. It has all rows of the table.
  ///
  /// - Parameters:
  ///   - owner: What that module knows of the index.
  ///   - make: Creates the index, without rows.
  package static func foreign(
    _ kind: IndexKind, _ columns: [ColumnReference], name: String?, owner: any Sendable,
    _ make: @escaping @Sendable () -> any RowIndex
  ) -> IndexDefinition {
    IndexDefinition(kind, columns, name: name, owner: owner) { ForeignIndex($0, make()) }
  }
}

extension TableVersion {
  /// The indexes of other modules that have all rows, each of which is made when it is reached.
  var foreignIndexes: some Sequence<ForeignIndex> {
    indexes.lazy.compactMap { [rows] in $0.definition.kind == .words ? $0.made(in: rows) as? ForeignIndex : nil }
  }
}
