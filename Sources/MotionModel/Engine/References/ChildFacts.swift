/// What a derived column follows from, as facts about children that need not be read, because the column of their
/// stored parent says them.
///
/// A class, because facts that are known are found by its identity.
final class ChildFacts: Sendable {
  enum Kind: Sendable {
    /// The number of children.
    case count
    /// The sum of whole numbers.
    case sum
  }

  let link: Link
  let kind: Kind
  /// The column that is added up; nil for a number.
  let column: ColumnReference?
  private let isMet: @Sendable (Row) -> Bool

  init(
    _ kind: Kind, of column: ColumnReference?, by link: Link, isMet: @escaping @Sendable (Row) -> Bool = { _ in true }
  ) {
    (self.kind, self.column, self.link, self.isMet) = (kind, column, link, isMet)
  }

  /// Returns what a child adds to the number or the sum.
  func number(of child: Row) -> Int {
    if !isMet(child) { return 0 }
    guard kind == .sum, let column else { return 1 }
    return column.operations.number(child)
  }
}

/// Facts about children that are not in a table, because an adapter keeps them.
struct UnloadedChildren: Sendable {
  private struct Key: Hashable {
    let facts: ObjectIdentifier
    let parent: AttributeValue
  }

  private var numbers: [Key: Int] = [:]
  private var all: [ChildFacts] = []

  /// Returns the number or the sum of a parent's children that are not in the table.
  func number(_ facts: ChildFacts, of parent: Row) -> Int {
    if numbers.isEmpty { return 0 }
    return numbers[Key(facts: ObjectIdentifier(facts), parent: facts.link.parent.idAttribute(of: parent))] ?? 0
  }

  /// Whether the number or the sum of a parent's children was set before.
  func knows(_ facts: ChildFacts, ofParent id: AttributeValue) -> Bool {
    numbers[Key(facts: ObjectIdentifier(facts), parent: id)] != nil
  }

  mutating func set(_ number: Int, _ facts: ChildFacts, ofParent id: AttributeValue) {
    if !all.contains(where: { $0 === facts }) { all.append(facts) }
    numbers[Key(facts: ObjectIdentifier(facts), parent: id)] = number
  }

  /// Forgets the numbers or the sums of all parents.
  mutating func forget(_ facts: ChildFacts) { numbers = numbers.filter { $0.key.facts != ObjectIdentifier(facts) } }

  /// Notes that a child is in the table from now on.
  mutating func remove(_ child: Row) {
    for facts in all {
      let key = Key(facts: ObjectIdentifier(facts), parent: facts.link.column.operations.attribute(child))
      if let number = numbers[key] { numbers[key] = number - facts.number(of: child) }
    }
  }
}
