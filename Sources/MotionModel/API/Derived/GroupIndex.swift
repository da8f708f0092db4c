/// For each value of a column, a result computed from its rows, such as the sum of another column: the children of each
/// parent, added up.
///
/// It finds no rows. As an index, it is updated by every change of the table, and versions of the table share its
/// unchanged parts.
///
/// - Complexity: O(1) for each row that is added, removed or changed.
struct GroupIndex<Values: ReversibleAccumulator>: TableIndex {
  /// The rows of one value.
  private struct Group {
    var count: Int
    /// One element. An array, so that copying a page of groups costs one reference for each group.
    var values: ContiguousArray<Values>

    mutating func add(_ value: Values.Value) {
      count += 1
      values[0].add(value)
    }

    mutating func remove(_ value: Values.Value) {
      count -= 1
      values[0].remove(value)
    }
  }

  let definition: IndexDefinition
  private let key: ColumnOperations
  /// The columns that are read.
  private let inputs: [ColumnOperations]
  private let read: @Sendable (Row) -> Values.Value
  private let initial: Values
  private var numbers = GroupNumbers()
  /// By their numbers; those without rows are empty.
  private var groups = PagedArray<Group>()

  init(
    _ definition: IndexDefinition, by key: ColumnOperations, of inputs: [ColumnOperations], _ initial: Values,
    _ read: @escaping @Sendable (Row) -> Values.Value
  ) {
    (self.definition, self.key, self.inputs, self.initial, self.read) = (definition, key, inputs, initial, read)
  }

  var count: Int { numbers.count }

  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? { nil }

  /// Returns what is computed from the rows that have a value of the column.
  func group(hash: UInt64?, _ value: AttributeValue) -> GroupValues<Values> {
    guard let hash, let number = numbers.number(hash, value) else {
      return GroupValues(count: 0, values: initial, initial)
    }
    return GroupValues(count: groups[number].count, values: groups[number].values[0], initial)
  }

  // MARK: - Changing

  func isAffected(_ old: Row, _ new: Row) -> Bool {
    !key.isEqual(old, new) || !inputs.allSatisfy { $0.isSame(old, new) }
  }

  /// NB: Specialized for the sums that most models have: generic code looks up its types for each row.
  @_specialize(where Values == PresentValues<Int?, ReversibleSum<Int>>)
  mutating func insert(contentsOf positions: [Int], in rows: RowStorage) {
    for position in positions { insert(rows[position], at: position, in: rows) }
  }

  mutating func insert(_ row: Row, at position: Int, in rows: RowStorage) {
    // Rows without a value are of no parent.
    guard let hash = key.hash(row) else { return }
    let value = key.attribute(row)
    let number = numbers.number(hash, value) ?? addGroup(hash, value)
    groups[number].add(read(row))
  }

  private mutating func addGroup(_ hash: UInt64, _ value: AttributeValue) -> Int {
    let (number, group) = (numbers.add(hash, value), Group(count: 0, values: [initial]))
    if number < groups.count { groups[number] = group } else { groups.append(group) }
    return number
  }

  mutating func update(_ old: Row, to new: Row, at position: Int) -> Bool? {
    if !key.isEqual(old, new) { return nil }
    guard let hash = key.hash(old) else { return true }
    guard let number = numbers.number(hash, key.attribute(old)) else { return false }
    groups[number].values[0].replace(read(old), by: read(new))
    return true
  }

  mutating func remove(_ row: Row, at position: Int, in rows: RowStorage) -> Bool {
    guard let hash = key.hash(row) else { return true }
    guard let number = numbers.number(hash, key.attribute(row)) else { return false }
    if groups[number].count > 1 {
      groups[number].remove(read(row))
    } else {
      groups[number] = Group(count: 0, values: [initial])
      numbers.remove(number, hash: hash)
    }
    return true
  }

  // MARK: - Checking

  func violation(_ positions: [Int], in rows: RowStorage) -> String? {
    var fresh = GroupIndex(definition, by: key, of: inputs, initial, read)
    fresh.insert(contentsOf: positions, in: rows)
    let (found, expected) = (contents, fresh.contents)
    return found == expected ? nil : "has \(found) instead of \(expected)"
  }

  private var contents: [AttributeValue: String] {
    var contents: [AttributeValue: String] = [:]
    for number in 0..<groups.count where groups[number].count > 0 {
      contents[numbers.key(of: number)] = "\(groups[number].count): \(groups[number].values[0].result)"
    }
    return contents
  }
}

/// What is computed from some rows, and how many they are.
struct GroupValues<Values: ReversibleAccumulator> {
  private var count: Int
  private(set) var values: Values
  private let initial: Values

  fileprivate init(count: Int, values: Values, _ initial: Values) {
    (self.count, self.values, self.initial) = (count, values, initial)
  }

  /// Removes the value of one row and adds the value of another; nil for no row. This is what the index does.
  mutating func replace(_ old: Values.Value?, by new: Values.Value?) {
    if let old, count > 1 || new != nil { values.remove(old) } else if old != nil { values = initial }
    if let new { values.add(new) }
    count += (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
  }
}

/// Counts values.
struct CountedValues: ReversibleAccumulator {
  private(set) var result = 0

  mutating func add(_ value: Void) { result += 1 }
  mutating func remove(_ value: Void) { result -= 1 }

  var factKind: ChildFacts.Kind? { .count }
  mutating func add(fact number: Int) { result += number }
}

extension TableVersion {
  /// Returns an index by its name, without its condition.
  func index(named name: String) -> (any TableIndex)? {
    let index = madeIndex { $0.name == name }
    return (index as? PartialIndex)?.base ?? index
  }
}
