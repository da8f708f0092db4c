extension TableVersion {
  /// The pages of a scan of the whole table; nil when there are none, and none are made.
  func pageScan() -> PageScan? {
    let chunks = rows.places.count
    guard let pages, pages.areUsed(chunks: chunks, isPacked: layout.isPacked) else { return nil }
    return PageScan(layout, pages, chunks: chunks)
  }

  /// The columns that some conditions test, or that the rows are ordered by, and that have pages, in the order of the
  /// schema.
  func packedColumns(of nodes: [PredicateNode], _ order: ColumnReference?) -> [ColumnReference] {
    guard let pages, pages.areUsed(chunks: rows.places.count, isPacked: layout.isPacked) else { return [] }
    var columns: [Int: ColumnReference] = [:]
    for column in nodes.flatMap(\.leaves).compactMap(\.column) + (order.map { [$0] } ?? []) {
      guard let index = column.index, let form = column.operations.page?.form else { continue }
      if pages.memory.hasPages(PageMemory.Key(pages, form)) { columns[index] = column }
    }
    return columns.keys.sorted().compactMap { columns[$0] }
  }
}
