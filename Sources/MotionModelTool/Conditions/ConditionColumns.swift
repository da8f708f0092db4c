/// The columns that a condition may name, with their places in a row and their kinds.
struct ConditionColumns: Sendable {
  let names: [String]
  let kinds: [ColumnKind]
  private let places: [String: Int]

  init(_ columns: [(name: String, kind: ColumnKind)]) {
    (names, kinds) = (columns.map(\.name), columns.map(\.kind))
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// Returns the operand that reads a column; nil if there is none of the name.
  subscript(name: String) -> Operand? { places[name].map { .column($0, kinds[$0]) } }
}
