/// Reads chunks of a table one after the other: it tests their rows, and has the pages of the columns that are read.
///
/// Only the thread that made it uses it.
struct ChunkScan {
  private let table: TableVersion
  let pages: PageScan?
  private let kernel: Kernel
  private let slot: UnsafeMutablePointer<PageScan.Slot>?

  /// - Parameters:
  ///   - pages: The scan for which the predicate is compiled; nil for a scan of rows.
  ///   - form: The only property that is read of the rows that meet the predicate; nil for any.
  init(_ table: TableVersion, where predicate: PredicateNode, in pages: PageScan?, reading form: PageForm? = nil) {
    (self.table, self.pages) = (table, pages)
    slot = form.flatMap { pages?.slot(of: $0) }
    kernel = predicate.kernel(in: pages)
    if let pages { predicate.addRequirements(to: pages) }
  }

  /// How many parts a table has that can be read by themselves: 128 neighbouring chunks, whose pages are one
  /// ``PageRun``.
  static func partCount(of table: TableVersion) -> Int { table.rows.places.pages.count }

  /// Calls `body` with the rows of some parts of the table that meet the predicate, chunk by chunk, until it returns
  /// false.
  ///
  /// `body` gets an address, and a distance, by which it can read the property: those of the rows, or of a page.
  ///
  /// - Parameter start: Returns how many of the first chunks of a part need not be read, because it has read them; nil
  ///   where it does not know.
  /// - Returns: Whether all were read.
  @discardableResult @inline(__always) func read(
    _ parts: Range<Int>,
    from start: (_ number: Int, _ places: ContiguousArray<ChunkView>) -> Int? = { _, _ in nil },
    _ body: (_ part: Selection.Part, _ base: UnsafeRawPointer, _ stride: Int) -> Bool
  ) -> Bool {
    let rowStride = table.layout.memory.stride
    var isComplete = true
    withExtendedLifetime((table, pages)) {
      for number in parts where isComplete {
        let places = table.rows.places.pages[number]
        let first = start(number, places) ?? pages?.skip(inRun: number, places) ?? 0
        _ = table.rows.forEachPlace(inPage: number, from: first) { number, base, place in
          pages?.move(to: number, base, place)
          let rows = kernel(base, rowStride, place.rows)
          if rows.isEmpty { return true }
          let part = Selection.Part(base: base, number: number, live: place.live, rows: rows)
          if let slot, let page = slot.pointee.base {
            isComplete = body(part, page, slot.pointee.stride)
          } else {
            isComplete = body(part, base, rowStride)
          }
          return isComplete
        }
      }
    }
    return isComplete
  }
}

extension PredicateNode {
  /// Adds comparisons that each row has to meet to a scan, which skips chunks without such rows.
  fileprivate func addRequirements(to scan: PageScan) {
    switch self {
    case .comparison(let test):
      if let key = test.key { scan.require(key, of: test.column.operations) }
    case .and(let nodes):
      for node in nodes.nodes.prefix(PageScan.greatestTestCount) {
        if case .comparison = node { node.addRequirements(to: scan) }
      }
    default: break
    }
  }
}
