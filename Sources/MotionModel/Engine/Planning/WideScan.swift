/// A scan of a whole table by several threads, which calls no code of the program's.
///
/// Each thread takes the next part of the table, reads it, and takes another, until there is none; see ``ThreadTeam``.
/// Results are put together in the order of the parts, which lie at the same places however many threads there are.
struct WideScan {
  private let table: TableVersion
  private let predicate: PredicateNode
  private let form: PageForm?
  private let threads: Int

  /// - Parameters:
  ///   - threads: How many threads the scan may use; see ``ScanThreads``.
  ///   - form: The only property that is read of the rows that meet the predicate; nil for any.
  /// - Returns: Nil when one thread has to read all.
  init?(_ table: TableVersion, where predicate: PredicateNode, threads: Int, reading form: PageForm? = nil) {
    let threads = min(threads, ChunkScan.partCount(of: table))
    guard threads > 1, predicate.callsNoCode else { return nil }
    (self.table, self.predicate, self.form, self.threads) = (table, predicate, form, threads)
  }

  /// Calls `body` with the rows that meet the predicate, chunk by chunk, as ``ChunkScan`` does, in several threads.
  ///
  /// - Parameters:
  ///   - inOrder: Whether each part of the table begins with a new result. If not, each thread has one for all of its
  ///     parts.
  ///   - start: Makes a result.
  ///   - body: Adds to a result.
  /// - Returns: The results, in the order of the parts, and what has the pages that `body` has got.
  func results<Result: Sendable>(
    inOrder: Bool, from start: @Sendable () -> Result,
    _ body: @Sendable (_ result: inout Result, _ part: Selection.Part, _ base: UnsafeRawPointer, _ stride: Int) -> Void
  ) -> (results: [Result], scans: [PageScan]) {
    let count = ChunkScan.partCount(of: table)
    let found = Locked([Result?](repeating: nil, count: inOrder ? count : threads))
    let scans = Locked<[PageScan]>([])
    ThreadTeam.run(threads, pieces: count) { thread, next in
      var (scan, result) = (ChunkScan?.none, start())
      while let part = next() {
        let reader = scan ?? ChunkScan(table, where: predicate, in: table.pageScan(), reading: form)
        scan = reader
        reader.read(part..<part + 1) { rows, base, stride in
          body(&result, rows, base, stride)
          return true
        }
        if inOrder {
          found.withLock { $0[part] = result }
          result = start()
        }
      }
      guard let scan else { return }
      if !inOrder { found.withLock { $0[thread] = result } }
      if let pages = scan.pages { scans.withLock { $0.append(pages) } }
    }
    let pages = scans.withLock { $0 }
    finish(pages)
    return (found.withLock { $0.compactMap(\.self) }, pages)
  }

  /// Lets others use the pages that the threads have made.
  private func finish(_ scans: [PageScan]) {
    let visited = scans.reduce(0) { $0 + $1.visited }
    for (number, scan) in scans.enumerated() { scan.finish(with: number == 0 ? table.rows : nil, visited: visited) }
  }
}

extension WideScan {
  /// Calls `body` with the rows that meet the predicate, chunk by chunk, in several threads; see
  /// ``results(inOrder:from:_:)``.
  func results<Result: Sendable>(
    inOrder: Bool, from start: @Sendable () -> Result, _ body: @Sendable (_ result: inout Result, RowRun) -> Void
  ) -> [Result] {
    results(inOrder: inOrder, from: start) { body(&$0, RowRun(base: $2, stride: $3, rows: $1.rows)) }.results
  }
}

extension PredicateNode {
  /// Whether testing rows certainly calls no code of the program's, so that several threads may test rows at once.
  fileprivate var callsNoCode: Bool {
    leaves.allSatisfy { leaf in
      switch leaf {
      case .constant: true
      case .text(let column, let test): column.operations.isStable && test.callsNoCode
      default: leaf.column?.operations.isStable ?? false
      }
    }
  }
}
