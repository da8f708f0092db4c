/// A condition of another module, which tests rows one by one. A ``RowIndex`` of the same module may find the rows.
package protocol RowTest: Sendable, CustomStringConvertible {
  /// The columns that the test reads.
  var columns: [ColumnReference] { get }
  /// Whether testing a row may run code of the program's, besides that of computed columns.
  var hasOwnCode: Bool { get }
  /// The cost of testing a row, where 1 is the comparison of two numbers.
  var cost: Int { get }
  /// The words for this kind of test, without its values.
  var kindName: String { get }
  /// Returns whether a row passes.
  func passes(_ row: Row) -> Bool
  /// Returns whether both tests certainly have the same result for every row.
  func isSame(as other: any RowTest) -> Bool
  /// Creates the definition of an index that finds the rows.
  func indexDefinition() -> IndexDefinition
}

extension RowTest {
  /// Whether testing a row may run code of the program's.
  var hasCode: Bool { hasOwnCode || columns.contains { $0.operations.bytes == nil } }

  /// Whether a row certainly has the same result until it is written.
  var isStable: Bool { !hasOwnCode && columns.allSatisfy(\.operations.isStable) }

  /// The test of many rows.
  var kernel: Kernel { { base, stride, rows in rows.filter { passes(Row(base + $0 &* stride)) } } }
}

extension PredicateNode {
  /// The tests of other modules that a row can meet the predicate by: those that are not negated.
  var foreignTests: [any RowTest] {
    switch self {
    case .foreign(let test): [test]
    case .and(let nodes), .or(let nodes): nodes.flatMap(\.foreignTests)
    default: []
    }
  }
}
