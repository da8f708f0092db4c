/// How an index finds records.
public enum IndexKind: String, Sendable, Hashable, CaseIterable {
  /// By equal values, in constant time.
  case hash
  /// By equal strings without regard to case, in constant time.
  case hashIgnoringCase
  /// By equal strings without regard to case and accents, in constant time.
  case hashIgnoringCaseAndAccents
  /// By ranges and orders.
  case ordered
  /// By beginnings and orders of strings without regard to case and accents.
  case orderedIgnoringCaseAndAccents
  /// By the elements of an array.
  case elements
  /// By parts of strings.
  case substrings
  /// By parts of strings without regard to accents.
  case substringsIgnoringAccents
  /// By words of texts: the index of a search, which the module MotionModelSearch brings.
  case words
}

/// The definition from which an index is created. It is a class for the same reason as ``ColumnOperations``.
package final class IndexDefinition: Sendable {
  package let name: String
  let kind: IndexKind
  let columns: [ColumnReference]
  let isUnique: Bool
  /// The condition that records in the index meet; nil when it has all of them.
  let condition: PredicateNode?
  /// What the index's module knows of it; nil for the core's own. The engine does not use it.
  let owner: (any Sendable)?
  /// Creates the index, without rows and without regard to the condition.
  private let makeIndex: @Sendable (IndexDefinition) -> any TableIndex

  init(
    _ kind: IndexKind, _ columns: [ColumnReference], name: String? = nil, isUnique: Bool = false,
    where condition: PredicateNode? = nil, owner: (any Sendable)? = nil,
    _ makeIndex: @escaping @Sendable (IndexDefinition) -> any TableIndex
  ) {
    self.kind = kind
    self.columns = columns
    self.isUnique = isUnique
    self.condition = condition
    self.owner = owner
    self.name = name ?? Self.name(kind, columns, condition)
    self.makeIndex = makeIndex
  }

  /// Returns this definition with another name and condition.
  func with(name: String?, condition: PredicateNode?) -> IndexDefinition {
    IndexDefinition(kind, columns, name: name, isUnique: isUnique, where: condition, owner: owner, makeIndex)
  }

  /// The default name, such as `projectID+priority`, `name substrings` or `priority where done == false`.
  private static func name(_ kind: IndexKind, _ columns: [ColumnReference], _ condition: PredicateNode?) -> String {
    let words: String? =
      switch kind {
      case .hash: nil
      case .hashIgnoringCase: "ignoring case"
      case .hashIgnoringCaseAndAccents: "ignoring case and accents"
      case .ordered: "ordered"
      case .orderedIgnoringCaseAndAccents: "ordered ignoring case and accents"
      case .elements: "elements"
      case .substrings: "substrings"
      case .substringsIgnoringAccents: "substrings ignoring accents"
      case .words: "words"
      }
    let names = columns.map(\.name).joined(separator: "+")
    return [names, words, condition.map { "where \($0)" }].compactMap { $0 }.joined(separator: " ")
  }

  /// Whether the index finds all records by equal values of one column.
  func findsAll(by column: String) -> Bool {
    kind == .hash && condition == nil && columns.count == 1 && columns[0].name == column
  }

  /// Creates the index, without rows.
  func make() -> any TableIndex {
    let index = makeIndex(self)
    return condition.map { PartialIndex(index, where: $0) } ?? index
  }
}

extension IndexDefinition {
  /// An index by equal values of one column or several.
  static func hash(_ columns: [ColumnReference], isUnique: Bool = false) -> IndexDefinition {
    let operations = KeyOperations(columns.map(\.operations))
    return IndexDefinition(.hash, columns, isUnique: isUnique) { HashIndex($0, operations) }
  }

  /// An index by equal strings without regard to case, or to case and accents.
  ///
  /// - Parameter folded: The operations on the strings without what is disregarded.
  static func hash(_ kind: IndexKind, _ column: ColumnReference, folded: ColumnOperations) -> IndexDefinition {
    IndexDefinition(kind, [column]) { HashIndex($0, KeyOperations([folded]), folded: folded) }
  }

  /// An index in the order of one column, or of several.
  ///
  /// - Parameter folded: The operations on the strings of the column without case and accents; nil to regard them.
  static func ordered(_ columns: [ColumnReference], folded: ColumnOperations? = nil) -> IndexDefinition {
    IndexDefinition(folded == nil ? .ordered : .orderedIgnoringCaseAndAccents, columns) {
      OrderedIndex($0, folded: folded)
    }
  }
}
