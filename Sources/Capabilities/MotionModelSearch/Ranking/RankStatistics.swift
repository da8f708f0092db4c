/// What BM25 has to know of all records: how many they are, how long, and how many have each operand of a query.
struct RankStatistics: Sendable {
  /// How many records there are.
  var rows = 0
  /// How many records have words in each column.
  var filled: [Int]
  /// How many words all records have in each column.
  var totals: [Int]
  /// How many records have each operand.
  var operandRows: [Int]
  /// How many records have each operand in each column.
  var columnRows: [[Int]]

  init(columns: Int, operands: Int) {
    (filled, totals) = (Array(repeating: 0, count: columns), Array(repeating: 0, count: columns))
    operandRows = Array(repeating: 0, count: operands)
    columnRows = Array(repeating: filled, count: operands)
  }
}
