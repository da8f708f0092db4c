/// What other modules add to finders.
extension FinderChain {
  /// Returns the records that also pass a test of another module.
  package func and(_ test: any RowTest) -> Finder<Record> { and(RecordPredicate(test)) }

  /// Orders the records by a rank of another module: by how well they pass the tests of that module in the finder. The
  /// best comes first.
  package func order(byRank rank: any RowRank) -> Finder<Record> {
    finder.with { $0.query.order.append(OrderTerm(rank, of: Record.schema.layout)) }
  }

  /// The tests of other modules that a record can meet the conditions by: those that are not negated.
  package var foreignTests: [any RowTest] { finder.query.predicate.foreignTests }

  /// What other modules know of their indexes of the records: of the indexes in the schema, or else of indexes that
  /// were added to the store.
  package var indexOwners: [any Sendable] {
    let declared = Record.schema.layout.indexes.all.compactMap(\.owner)
    if !declared.isEmpty { return declared }
    return finder.store.read(Record.schema.layout) { $0.indexes.compactMap(\.definition.owner) }
  }

  /// Calls `body` with the indexes of other modules that the records have now.
  package func withForeignIndexes<Result>(_ body: ([any RowIndex]) -> Result) -> Result {
    finder.store.read(Record.schema.layout) { table in body(table.foreignIndexes.map(\.base)) }
  }
}

extension RecordPredicate {
  /// Creates a predicate from a test of another module.
  package init(_ test: any RowTest) { self.init(.foreign(test)) }
}

extension FinderChain where Record.Adapter == ArrayAdapter {
  /// Returns the score of each record by a rank of another module, in the finder's order.
  package func scores(byRank rank: any RowRank) -> [Double] {
    finder.read { plan in
      var rows: [PlacedRow] = []
      Execution(plan).forEachPosition { rows.append(PlacedRow(row: $0, position: $1)) }
      return Ranking(rank, by: plan.query.predicate, in: plan.table).scores(of: rows)
    }
  }
}
