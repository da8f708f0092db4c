/// The rows that a scan of a whole table has found, in pages of one property where there are any.
struct ScannedParts {
  private struct Part: @unchecked Sendable {
    let base: UnsafeRawPointer
    let stride: Int
    let rows: RowMask
  }

  private var parts: [Part] = []
  private(set) var count = 0
  /// The scan and the table, which keep the memory of pages and rows alive.
  private let owners: ([PageScan], TableVersion)

  /// - Parameter form: The only property of the rows that is read.
  /// - Returns: Nil when the rows come by an index, in an order, or without pages.
  init?(_ plan: QueryPlan, reading form: PageForm) {
    guard plan.path == nil, plan.query.isWhole, let pages = plan.table.pageScan(),
      pages.slot(of: form) != nil
    else { return nil }
    if let scan = Selection.wideScan(plan.table, plan.query.predicate, plan.threads, reading: form) {
      let found = scan.results(inOrder: true, from: { [Part]() }) { parts, part, base, stride in
        parts.append(Part(base: base, stride: stride, rows: part.rows))
      }
      owners = (found.scans, plan.table)
      parts = Array(found.results.joined())
      count = parts.reduce(0) { $0 + $1.rows.count }
      return
    }
    owners = ([pages], plan.table)
    Selection.forEachPart(plan.table, where: plan.query.predicate, in: pages, reading: form) { base, stride, rows in
      parts.append(Part(base: base, stride: stride, rows: rows))
      count += rows.count
    }
  }

  /// Calls `body` with the address of some rows, the distance between rows, and which of the rows to read.
  func forEach(_ body: (_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> Void) {
    withExtendedLifetime(owners) { for part in parts { body(part.base, part.stride, part.rows) } }
  }
}
