/// The indexes that could make a query faster.
struct IndexSuggestions {
  private let conjuncts: [PredicateNode]
  private let order: ColumnReference?

  init(_ query: Query) {
    conjuncts = query.predicate.conjuncts
    order = query.limit == nil ? nil : query.order.first?.column
  }

  var all: [IndexDefinition] {
    let equal = equalColumns
    var all = equal.map { IndexDefinition.hash([$0]) }
    if equal.count > 1 { all.append(.hash(equal)) }
    return all + conjuncts.compactMap(other) + (order.map(ordered) ?? [])
  }

  /// The indexes in the order of the query: first the one that has the rows of equal values in this order.
  private func ordered(by column: ColumnReference) -> [IndexDefinition] {
    let others = conjuncts.reduce(into: [ColumnReference]()) { columns, node in
      guard case .comparison(let test) = node, test.comparison == .equal, !test.column.isSame(as: column) else {
        return
      }
      if !columns.contains(where: { $0.isSame(as: test.column) }) { columns.append(test.column) }
    }
    return (others.isEmpty ? [] : [.ordered(others + [column])]) + [.ordered([column])]
  }

  /// The columns whose values must be equal to a value or to one of several, each column once.
  private var equalColumns: [ColumnReference] {
    conjuncts.reduce(into: []) { columns, node in
      guard let column = node.equalColumn, !columns.contains(where: { $0.isSame(as: column) }) else { return }
      columns.append(column)
    }
  }

  private func other(_ node: PredicateNode) -> IndexDefinition? {
    switch node {
    case .comparison(let test) where !test.comparison.isOfEquality:
      return .ordered([test.column])
    case .element(_, let test):
      return test.index()
    case .foreign(let test):
      return test.indexDefinition()
    case .text(let column, let test) where test.part != nil || test.plainPart != nil:
      let attribute = column.operations.attribute
      return .substrings(of: column, ignoringAccents: test.part == nil) {
        if case .string(let text) = attribute($0) { text } else { nil }
      }
    default:
      return nil
    }
  }
}

extension PredicateNode {
  /// The column whose value must be equal to a value or to one of several.
  fileprivate var equalColumn: ColumnReference? {
    switch self {
    case .comparison(let test): test.comparison == .equal ? test.column : nil
    case .membership(let column, _): column
    default: nil
    }
  }
}
