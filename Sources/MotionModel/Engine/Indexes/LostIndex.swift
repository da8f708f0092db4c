/// Stands in the place of an index that did not find a row again, until that is built anew at the end of the changes.
///
/// What an index is made of may change although nobody writes: a computed property that looks at the clock, a class in a record, a type
/// whose `==`, `hash(into:)` or `<` contradict themselves. A row that goes is then not found under what it is now, and its position,
/// left behind, would lead to memory that is no row. Every index sees that when it removes a row, and is not asked again.
struct LostIndex: TableIndex {
  let definition: IndexDefinition
  var count: Int { 0 }

  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? { nil }

  func isAffected(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool { false }

  mutating func insert(_ row: UnsafeRawPointer, at position: Int, in rows: RowStorage) {}

  mutating func insert(contentsOf positions: [Int], in rows: RowStorage) {}

  mutating func remove(_ row: UnsafeRawPointer, at position: Int, in rows: RowStorage) -> Bool { true }

  func violation(_ positions: [Int], in rows: RowStorage) -> String? { "is lost" }
}
