/// Related records that are counted.
struct CountedRecords: Sendable {
  let route: Route
  /// The condition on the records, besides those of the route.
  let filter: PredicateNode
}

/// A column of a parent.
struct ParentColumn: Sendable {
  let route: Route
  let column: ColumnReference
}

/// A comparison of the number of related records.
struct CountComparison: Sendable {
  let counted: CountedRecords
  let comparison: ComparisonOperator
  let operand: Int

  /// - Returns: Nil without a comparison with a number.
  init?<Value: ColumnValue>(_ counted: CountedRecords, _ comparison: (ComparisonOperator, Value)?) {
    guard let comparison, let operand = comparison.1 as? Int else { return nil }
    (self.counted, self.comparison, self.operand) = (counted, comparison.0, operand)
  }

  /// Returns whether both are certainly the same comparison.
  func isSame(as other: CountComparison) -> Bool {
    (comparison, operand) == (other.comparison, other.operand)
      && counted.route.legs.elementsEqual(other.counted.route.legs) { $0.isSame(as: $1) }
      && counted.filter.isSame(as: other.counted.filter, countingCopies: true)
  }
}

/// A test of related records that may be a comparison of their number.
protocol CountingTest: RelatedTest {
  /// The comparison; nil for any other test.
  var count: CountComparison? { get }
}
