/// The columns that a condition may name, with their places in a row and their kinds.
package struct ConditionColumns: Sendable {
  package let names: [String]
  /// The kinds that the columns say.
  package let kinds: [ColumnKind]
  private let places: [String: Int]
  /// Returns the kind of a column that does not say one.
  private let decide: @Sendable (Int) -> ColumnKind

  package init(
    _ columns: [(name: String, kind: ColumnKind)],
    deciding decide: @escaping @Sendable (Int) -> ColumnKind = { _ in .unknown }
  ) {
    (names, kinds, self.decide) = (columns.map(\.name), columns.map(\.kind), decide)
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// Returns the place of a column; nil if there is none of the name.
  package func place(of name: String) -> Int? { places[name] }

  /// Returns the operand that reads a column; nil if there is none of the name.
  ///
  /// - Complexity: O(*n*) in the number of records for a column that does not say its kind.
  package subscript(name: String) -> Operand? {
    places[name].map { .column($0, kinds[$0] == .unknown ? decide($0) : kinds[$0]) }
  }
}
