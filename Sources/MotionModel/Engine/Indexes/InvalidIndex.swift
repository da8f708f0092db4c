/// Replaces an index that did not find a row again, until the index is rebuilt at the end of the changes.
///
/// The values in an index may change although nobody writes: a computed property may read the clock, a record may hold
/// a class, a type's `==`, `hash(into:)` or `<` may contradict themselves. A removed row is then not found under its
/// current value, and its position, left behind, would lead to memory without a row. Every index notices that when it
/// removes a row, and is not used again.
struct InvalidIndex: TableIndex {
  let definition: IndexDefinition
  var count: Int { 0 }

  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? { nil }

  func isAffected(_ old: Row, _ new: Row) -> Bool { false }

  mutating func insert(_ row: Row, at position: Int, in rows: RowStorage) {}

  mutating func insert(contentsOf positions: [Int], in rows: RowStorage) {}

  mutating func remove(_ row: Row, at position: Int, in rows: RowStorage) -> Bool { true }

  func violation(_ positions: [Int], in rows: RowStorage) -> String? { "is lost" }
}
