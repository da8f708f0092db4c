extension PredicateNode {
  /// Returns the kernel of nodes that all have to be true, the cheapest test first.
  ///
  /// Both ends of a range of one column are tested together, so that each value is read once.
  ///
  /// - Parameter scan: The scan for which they are compiled; see ``kernel(in:)``.
  static func kernel(ofAll nodes: [PredicateNode], in scan: PageScan? = nil) -> Kernel {
    var (rest, kernels) = (nodes.sorted { $0.cost < $1.cost }[...], [Kernel]())
    while let node = rest.popFirst() {
      let range = node.takeRange(from: &rest)
      kernels.append(range.map { kernel(of: $0.range, in: $0.column.operations, scan) } ?? node.kernel(in: scan))
    }
    return allKernel(of: kernels)
  }

  private static func kernel(
    of range: ValueRange<any Sendable>, in column: ColumnOperations, _ scan: PageScan?
  ) -> Kernel {
    let kernel = column.range(range)
    return scan?.kernel(kernel, of: column, KeyTest(range, column)) { $0.range(range) } ?? kernel
  }

  /// Returns the range whose ends are this node and the first fitting node of `others`, and removes the latter; nil
  /// when none of the first 64 fits.
  private func takeRange(
    from others: inout ArraySlice<PredicateNode>
  ) -> (column: ColumnReference, range: ValueRange<any Sendable>)? {
    // Not all others, because comparing each pair of thousands of conditions takes longer than testing them.
    for place in others.indices.prefix(64) {
      guard let found = range(with: others[place]) else { continue }
      others.remove(at: place)
      return found
    }
    return nil
  }

  /// Returns the range of which this and another comparison are the ends; nil when they are not the ends of one.
  private func range(with other: PredicateNode) -> (column: ColumnReference, range: ValueRange<any Sendable>)? {
    guard case .comparison(let test) = self, case .comparison(let otherTest) = other,
      test.column.isSame(as: otherTest.column),
      let range = ValueRange(test.comparison, test.operand, otherTest.comparison, otherTest.operand)
    else { return nil }
    return (test.column, range)
  }
}
