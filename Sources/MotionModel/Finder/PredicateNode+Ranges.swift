extension PredicateNode {
  /// The kernel of nodes that all have to be true, in their order.
  ///
  /// Both ends of a range of one column are tested together, so that each value is read once.
  static func kernel(ofAll nodes: ArraySlice<PredicateNode>) -> Kernel {
    var rest = nodes
    guard let node = rest.popFirst() else { return { _, _, rows in rows } }
    let first: Kernel
    if let (column, range) = node.takeRange(from: &rest) {
      first = column.operations.range(range)
    } else {
      first = node.kernel()
    }
    return rest.isEmpty ? first : bothKernel(of: first, and: kernel(ofAll: rest))
  }

  /// The range of which this is one end and the first node that fits is the other, which is taken away; nil when none fits.
  private func takeRange(
    from others: inout ArraySlice<PredicateNode>
  ) -> (column: ColumnReference, range: ValueRange<any Sendable>)? {
    for place in others.indices {
      guard let found = range(with: others[place]) else { continue }
      others.remove(at: place)
      return found
    }
    return nil
  }

  /// The range of which this and another comparison are the ends; nil when they are not.
  private func range(with other: PredicateNode) -> (column: ColumnReference, range: ValueRange<any Sendable>)? {
    guard case .comparison(let column, let comparison, let operand) = self,
      case .comparison(let otherColumn, let otherComparison, let otherOperand) = other,
      column.isSame(as: otherColumn),
      let range = ValueRange(comparison, operand, otherComparison, otherOperand)
    else { return nil }
    return (column, range)
  }
}
