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
    for column in nodes.flatMap(\.pagedColumns) + (order.map { [$0] } ?? []) {
      guard let index = column.index, let form = column.operations.page?.form else { continue }
      if pages.memory.hasPages(PageMemory.Key(pages, form)) { columns[index] = column }
    }
    return columns.keys.sorted().compactMap { columns[$0] }
  }
}

extension PredicateNode {
  /// The columns whose pages a scan may read.
  fileprivate var pagedColumns: [ColumnReference] {
    switch self {
    case .comparison(let column, _, _), .membership(let column, _), .isNil(let column), .text(let column, _): [column]
    case .and(let nodes), .or(let nodes): nodes.flatMap(\.pagedColumns)
    case .not(let node): node.pagedColumns
    case .constant, .element, .foreign, .code, .related, .found: []
    }
  }
}
