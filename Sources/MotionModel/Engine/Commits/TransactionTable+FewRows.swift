/// Answering a finder while one change to its table is pending.
///
/// To apply the change would copy the chunk of the record, 127 neighbours included. If the rows that the finder is
/// about are few, a table of these alone is cheaper: the rows that meet the conditions before the change, without the
/// changed row, and the changed row if it meets them afterwards. They keep their positions, and thus their order.
extension TransactionTable {
  /// The largest number of rows that are copied instead.
  private static let most = 64

  /// Returns a table of all rows that meet the conditions of a query, with the pending change; nil unless exactly one
  /// change is pending, or if applying it is better.
  ///
  /// A query with code of the program is left alone: the code would run twice for some rows.
  func fewRows(for query: Query) -> TableVersion? {
    let predicate = query.predicate
    guard let place = placeOfChange, !predicate.isAlwaysTrue, !query.hasCode, predicate.foreignTests.isEmpty
    else { return nil }
    let (row, isDeleted) = row(0)
    let selection = Selection(version, where: predicate, limit: Self.most + 1)
    if selection.count > Self.most { return nil }
    let few = TableVersion(unindexed: version.layout)
    selection.forEach { row, position in if position != place { few.put(row, at: position) } }
    if !isDeleted && row.passes(predicate.kernel()) { few.put(row, at: place) }
    return few
  }

  /// The position of the changed row; nil if the change moves the row, or puts it at a position of its own.
  private var placeOfChange: Int? {
    guard let changes, let entry = changes.single, entry.origin == nil else { return nil }
    if entry.kind == .insert { return entry.position == version.nextPosition ? entry.position : nil }
    return version.position(of: changes.address(entry.row))
  }
}
