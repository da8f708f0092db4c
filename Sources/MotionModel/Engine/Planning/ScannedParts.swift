/// The rows that a scan of a whole table has found, in pages of one property where there are any.
struct ScannedParts {
  private var parts: [RowRun] = []
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
      let found = scan.results(inOrder: true, from: { [RowRun]() }) { parts, part, base, stride in
        parts.append(RowRun(base: base, stride: stride, rows: part.rows))
      }
      owners = (found.scans, plan.table)
      parts = Array(found.results.joined())
      count = parts.reduce(0) { $0 + $1.rows.count }
      return
    }
    owners = ([pages], plan.table)
    Selection.forEachPart(plan.table, where: plan.query.predicate, in: pages, reading: form) { run in
      parts.append(run)
      count += run.rows.count
    }
  }

  /// Calls `body` with runs of the rows.
  func forEach(_ body: (RowRun) -> Void) {
    withExtendedLifetime(owners) { parts.forEach(body) }
  }
}
