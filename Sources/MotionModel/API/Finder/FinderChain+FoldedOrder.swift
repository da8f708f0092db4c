extension FinderChain {
  /// Orders the records by a column of strings, with or without regard to case and to accents, as
  /// ``ColumnTests/eq(_:caseSensitive:accentSensitive:)`` compares them.
  ///
  /// ```swift
  /// Person.order(by: \.name, caseSensitive: false, accentSensitive: false)   // "Ada", "Élodie", "Émile", "emma"
  /// Person.order(by: \.name, caseSensitive: false).order(by: \.name)         // "ada" behind "Ada"
  /// Track.order(by: \.name, caseSensitive: false, digitsAsNumbers: true)     // "side 2", "Side 10"
  /// ```
  ///
  /// Strings are compared in their folded, composed form, in the order of Swift's `<`, which is not the order of any
  /// language. Strings with the same form are equal, so that a further order decides.
  ///
  /// - Parameters:
  ///   - column: The property. It need not be declared as a column.
  ///   - direction: The direction; ascending by default.
  ///   - nils: The position of nil: by default last, in either direction.
  ///   - caseSensitive: Whether case matters; if not, strings are compared by their full mappings to lower case.
  ///   - accentSensitive: Whether accents matter.
  ///   - digitsAsNumbers: Whether digits that stand together, `0` to `9`, are compared as one whole number. Leading
  ///     zeros do not matter.
  /// - Complexity: The form of a string is computed once for each record. If neither case nor accents matter, and
  ///   digits are no numbers, the first records of the order are read from a column's index
  ///   ``ColumnOptions/orderedIgnoringCaseAndAccents``, and other orders use none. An adapter orders in the program.
  public func order<Value: ColumnValue & TextValue>(
    by column: any KeyPath<Record, Value> & Sendable, _ direction: OrderDirection = .ascending,
    nils: NilOrder = .last, caseSensitive: Bool, accentSensitive: Bool = true, digitsAsNumbers: Bool = false
  ) -> Finder<Record> {
    let folding = StringTest.orderFolding(caseSensitive: caseSensitive, accentSensitive: accentSensitive)
    guard let fold = digitsAsNumbers ? StringTest.orderingNumbers(folding) : folding else {
      return order(by: column, direction, nils: nils)
    }
    let value = ColumnTerm<Record, Value>(column).computed
    let words =
      StringTest.words(caseSensitive: caseSensitive, accentSensitive: accentSensitive)
      + (digitsAsNumbers ? " with digits as numbers" : "")
    let folded = value.map(value.description + words) { $0.text.map(fold) }
    var term = folded.orderTerm(direction, nils)
    term.folded = OrderTerm.FoldedStrings(
      column: ColumnReference(column), direction: direction, nils: nils,
      ignoresCaseAndAccents: !caseSensitive && !accentSensitive && !digitsAsNumbers)
    return finder.with { $0.query.order.append(term) }
  }
}

extension Model {
  /// Orders the records by a column of strings, with or without regard to case and to accents; see
  /// ``FinderChain/order(by:_:nils:caseSensitive:accentSensitive:digitsAsNumbers:)``.
  public static func order<Value: ColumnValue & TextValue>(
    by column: any KeyPath<Self, Value> & Sendable, _ direction: OrderDirection = .ascending,
    nils: NilOrder = .last, caseSensitive: Bool, accentSensitive: Bool = true, digitsAsNumbers: Bool = false
  ) -> Finder<Self> {
    records.order(
      by: column, direction, nils: nils, caseSensitive: caseSensitive, accentSensitive: accentSensitive,
      digitsAsNumbers: digitsAsNumbers)
  }
}
