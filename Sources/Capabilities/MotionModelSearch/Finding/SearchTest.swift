package import MotionModel

/// The condition that a record matches a search.
package struct SearchTest: RowTest {
  package let fields: SearchFields
  package let query: BoundQuery
  /// The query as it was given.
  private let source: SearchQuery

  /// - Throws: ``SearchQuery/SyntaxError`` for a column that is not among the fields.
  init(_ source: SearchQuery, in fields: SearchFields) throws(SearchQuery.SyntaxError) {
    (self.source, self.fields) = (source, fields)
    query = try source.bound(to: fields.names, by: fields.analysis)
  }

  /// Creates the test of a query that names no columns, as what a person typed.
  init(typed source: SearchQuery, in fields: SearchFields) {
    do {
      try self.init(source, in: fields)
    } catch {
      fatalError("A typed text names no columns: \(error)")
    }
  }

  package var columns: [ColumnReference] { fields.columns }
  package var hasOwnCode: Bool { fields.analysis.hasCode }
  package var cost: Int { 512 }
  package var kindName: String { "search" }
  package var description: String { "search \"\(source)\"" }

  package func passes(_ row: Row) -> Bool { query.matches(fields.words(of: row)) }

  package func isSame(as other: any RowTest) -> Bool {
    guard let other = other as? SearchTest else { return false }
    return fields.isSame(as: other.fields) && source == other.source
  }

  package func indexDefinition() -> IndexDefinition { fields.indexDefinition() }
}
