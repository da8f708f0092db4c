/// The columns that a condition may name, with their places in a row and their kinds.
package struct ConditionColumns: Sendable {
  package let names: [String]
  package let kinds: [ColumnKind]
  private let places: [String: Int]

  package init(_ columns: [(name: String, kind: ColumnKind)]) {
    (names, kinds) = (columns.map(\.name), columns.map(\.kind))
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// Returns the operand that reads a column; nil if there is none of the name.
  package subscript(name: String) -> Operand? { places[name].map { .column($0, kinds[$0]) } }
}
