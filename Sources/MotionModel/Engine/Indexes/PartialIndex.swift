/// An index of the rows that meet a condition.
///
/// Queries use it when this condition is one of theirs.
struct PartialIndex: TableIndex {
  private(set) var base: any TableIndex
  private let condition: PredicateNode
  private let kernel: Kernel
  /// The rows that met the condition when they were added; nil when the condition is steady, so that they still meet
  /// it.
  private var members: RowSet?

  init(_ base: any TableIndex, where condition: PredicateNode) {
    (self.base, self.condition) = (base, condition)
    kernel = condition.kernel()
    members = condition.isStable ? nil : RowSet()
  }

  var definition: IndexDefinition { base.definition }
  var count: Int { base.count }

  private func isIncluded(_ row: Row) -> Bool { row.passes(kernel) }

  // MARK: - Answering

  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? {
    guard let implied = implied(by: conjuncts) else { return nil }
    guard let answer = base.answer(to: conjuncts, in: rows) else { return all(implied, in: rows) }
    return IndexAnswer(
      count: answer.count, isCountExact: answer.isCountExact, decided: answer.decided.union(implied),
      effort: answer.effort, rows: answer.rows)
  }

  func order(by terms: [OrderTerm], under conjuncts: [PredicateNode], in rows: RowStorage) -> IndexOrder? {
    guard let implied = implied(by: conjuncts), var order = base.order(by: terms, under: conjuncts, in: rows) else {
      return nil
    }
    order.decided = order.decided.union(implied)
    return order
  }

  /// Returns all rows of an ordered index, for a query in which only the index's condition helps; nil for other
  /// indexes.
  private func all(_ implied: ConjunctSet, in rows: RowStorage) -> IndexAnswer? {
    guard let order = base as? OrderedIndex else { return nil }
    return IndexAnswer(count: order.count, isCountExact: true, decided: implied, effort: 1.5) {
      order.rows(in: 0..<order.count)
    }
  }

  /// Returns which of a query's conditions are those of the index; nil when the query lacks one of the
  /// index's conditions.
  private func implied(by conjuncts: [PredicateNode]) -> ConjunctSet? {
    var implied: ConjunctSet = []
    for part in condition.conjuncts {
      guard let number = conjuncts.firstIndex(where: { $0.isSame(as: part) }) else { return nil }
      implied.insert(number)
    }
    return implied
  }

  // MARK: - Changing

  func isAffected(_ old: Row, _ new: Row) -> Bool {
    let isIncluded = (self.isIncluded(old), self.isIncluded(new))
    // If the condition may have changed by itself, the index may have the row whatever the condition is now.
    if members != nil && base.isAffected(old, new) { return true }
    return isIncluded.0 != isIncluded.1 || (isIncluded.0 && base.isAffected(old, new))
  }

  mutating func insert(_ row: Row, at position: Int, in rows: RowStorage) {
    guard isIncluded(row) else { return }
    members?.insert(position)
    base.insert(row, at: position, in: rows)
  }

  mutating func insert(contentsOf positions: [Int], in rows: RowStorage) {
    let included = positions.filter { isIncluded(rows[$0]) }
    if members != nil { for position in included { members?.insert(position) } }
    base.insert(contentsOf: included, in: rows)
  }

  mutating func update(_ old: Row, to new: Row, at position: Int) -> Bool? {
    members == nil && isIncluded(old) && isIncluded(new) ? base.update(old, to: new, at: position) : nil
  }

  mutating func remove(_ row: Row, at position: Int, in rows: RowStorage) -> Bool {
    let isIncluded = isIncluded(row)
    if let wasIncluded = members?.remove(position), wasIncluded != isIncluded { return false }
    return !isIncluded || base.remove(row, at: position, in: rows)
  }

  func rows(sharing row: Row, besides own: Int?, in rows: RowStorage) -> RowSet? {
    isIncluded(row) ? base.rows(sharing: row, besides: own, in: rows) : nil
  }

  func violation(_ positions: [Int], in rows: RowStorage) -> String? {
    base.violation(positions.filter { isIncluded(rows[$0]) }, in: rows)
  }
}
