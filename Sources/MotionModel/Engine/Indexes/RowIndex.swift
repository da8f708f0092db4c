/// An index of another module, as a table keeps it: a value that finds the rows that pass a ``RowTest`` of that module, and
/// that is updated with every change.
///
/// Copies share the parts that did not change. A copy is read by many threads at once, and changed by one that nobody
/// reads.
package protocol RowIndex: Sendable {
  /// How many entries there are.
  var count: Int { get }

  /// Returns whether the index can find the rows that pass a test.
  func answers(_ test: any RowTest) -> Bool

  /// Returns the rows that pass a test; nil when the index cannot find them.
  func answer(to test: any RowTest) -> RowAnswer?

  /// Whether the two versions of a row differ in what the index stores.
  func isAffected(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool

  /// Adds rows at some positions.
  mutating func insert(contentsOf positions: [Int], at address: (_ position: Int) -> UnsafeRawPointer)

  /// Replaces the row at a position.
  ///
  /// - Returns: Whether the old row was found as it was put; see ``remove(_:at:)``.
  mutating func update(_ old: UnsafeRawPointer, to new: UnsafeRawPointer, at position: Int) -> Bool

  /// Removes the row at a position.
  ///
  /// - Returns: Whether the row was found as it was put, so that nothing of it is left. If not, the index is rebuilt.
  mutating func remove(_ row: UnsafeRawPointer, at position: Int) -> Bool

  /// Returns what is wrong with the index of the rows at some positions, for tests; nil when it is correct.
  func violation(_ positions: [Int], at address: (_ position: Int) -> UnsafeRawPointer) -> String?
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

  func isAffected(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool { base.isAffected(old, new) }

  mutating func insert(_ row: UnsafeRawPointer, at position: Int, in rows: RowStorage) {
    base.insert(contentsOf: [position]) { _ in row }
  }

  mutating func insert(contentsOf positions: [Int], in rows: RowStorage) {
    base.insert(contentsOf: positions) { rows.address(at: $0) }
  }

  mutating func update(_ old: UnsafeRawPointer, to new: UnsafeRawPointer, at position: Int) -> Bool? {
    base.update(old, to: new, at: position)
  }

  mutating func remove(_ row: UnsafeRawPointer, at position: Int, in rows: RowStorage) -> Bool {
    base.remove(row, at: position)
  }

  func violation(_ positions: [Int], in rows: RowStorage) -> String? {
    base.violation(positions) { rows.address(at: $0) }
  }
}

/// What an index of another module answers to several conditions: rows that pass tests, and rows that must not pass others.
private struct ForeignParts {
  typealias Part = (answer: RowAnswer, test: any RowTest, conjunct: Int)

  var found: [Part] = []
  var excluded: [Part] = []

  /// The index has all rows of the table, so those that do not pass a test are all others.
  func answer(in rows: RowStorage) -> IndexAnswer? {
    guard let fewest = found.map(\.answer).min(by: { $0.count < $1.count }) else { return answerOfExcluded(in: rows) }
    // To test few rows takes less than to find very many that have to be left out.
    let excluded = excluded.filter {
      Double($0.answer.count) * $0.answer.effort < Double(fewest.count) * Double($0.test.cost)
    }
    let (found, isAlone) = (found, found.count + excluded.count == 1)
    return IndexAnswer(
      count: fewest.count, isCountExact: isAlone && fewest.isCountExact, decided: decided(found + excluded),
      effort: effort(found + excluded)
    ) {
      let both = found.dropFirst().reduce(into: found[0].answer.rows()) { $0.formIntersection($1.answer.rows()) }
      return excluded.reduce(both) { $0.subtracting($1.answer.rows()) }
    }
  }

  /// Returns all rows but those that are excluded; nil when none are.
  private func answerOfExcluded(in rows: RowStorage) -> IndexAnswer? {
    guard let most = excluded.map(\.answer).max(by: { $0.count < $1.count }) else { return nil }
    let (excluded, count) = (excluded, rows.liveCount)
    return IndexAnswer(
      count: most.isCountExact ? count - most.count : count, isCountExact: excluded.count == 1 && most.isCountExact,
      decided: decided(excluded), effort: effort(excluded)
    ) {
      excluded.reduce(rows.livePositions) { $0.subtracting($1.answer.rows()) }
    }
  }

  private func decided(_ parts: [Part]) -> ConjunctSet {
    parts.reduce(into: []) { $0.insert($1.conjunct) }
  }

  private func effort(_ parts: [Part]) -> Double { parts.reduce(0) { $0 + $1.answer.effort } }
}

extension RowStorage {
  /// How many rows there are.
  fileprivate var liveCount: Int {
    var count = 0
    forEachChunk { _, _, live in
      count += live.count
      return true
    }
    return count
  }

  /// The positions of all rows.
  fileprivate var livePositions: RowSet {
    var masks: [RowMask] = []
    forEachChunk { number, _, live in
      while masks.count < number { masks.append(.none) }
      masks.append(live)
      return true
    }
    return RowSet(masks: masks)
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
  /// The indexes of other modules, without those of some of the rows.
  var foreignIndexes: [any RowIndex] { indexes.compactMap { ($0 as? ForeignIndex)?.base } }
}
