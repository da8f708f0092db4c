/// The first rows of an order whose first column has exact sort keys; see ``TopScan``.
///
/// A heap has the rows. The last of the wanted rows is a bound: a row behind it is skipped by the sort key of its first
/// column, and a chunk by the least and the greatest key of its page.
///
/// The chunks with the first keys are read first, as far as there are pages, so that the bound is close from the
/// beginning. So is the last chunk, which has the greatest keys if the column grows with time.
struct KeyedTopRows: TopRows {
  private let column: ColumnOperations
  private let isReversed: Bool
  private let hasOneKey: Bool
  private let keys: OrderKeys
  /// Finds rows by their places, in rows and in pages.
  private let filter, pageFilter: ColumnOperations.KeyFilter
  private var heap: RowHeap
  private let limit: Int
  /// The last place of rows that can be among the first ones.
  private var bound = UInt64.max
  /// The number of the chunk of the last row; nil while rows are missing, or when equal rows have to be compared.
  private var boundChunk: Int?

  /// The most chunks that are read first.
  private static let greatestStart = 8

  /// - Returns: Nil when sort keys do not decide the order by the first column, or when code is called to compare rows.
  init?(_ query: Query, limit: Int) {
    guard let term = query.order.first, let column = term.column?.operations, let filter = column.keyFilter,
      !query.order.contains(where: \.isNumbered)
    else { return nil }
    (self.column, self.limit, isReversed, hasOneKey) = (column, limit, query.isReversed, query.order.count == 1)
    (self.filter, pageFilter) = (filter, column.present?.keyFilter ?? filter)
    keys = OrderKeys(term, column, isReversed: query.isReversed)
    heap = RowHeap(limit, by: query.precedence)
  }

  var form: PageForm? { column.page?.form }

  func start(
    _ places: PagedArray<ChunkView>, _ pages: PageScan?, _ slot: UnsafeMutablePointer<PageScan.Slot>?
  ) -> [Int] {
    var best: [(place: UInt64, number: Int)] = []
    if let pages, let slot {
      let wanted = min(Self.greatestStart, limit / RowChunk.positions + 1)
      for number in 0..<places.count {
        guard let known = pages.keys(slot, number, places[number]) else { continue }
        let place = keys.firstPlace(of: known)
        if best.count == wanted, let last = best.last, place >= last.place { continue }
        best.insert((place, number), at: best.firstIndex { place < $0.place } ?? best.count)
        if best.count > wanted { best.removeLast() }
      }
    }
    let numbers = best.map(\.number), last = places.count - 1
    return numbers.contains(last) || last < 0 ? numbers : numbers + [last]
  }

  func wanted(
    _ rows: RowMask, ofChunk number: Int, _ keys: KeyRange?, _ base: UnsafeRawPointer, _ stride: Int
  ) -> RowMask {
    if heap.last == nil { return rows }
    guard let last = lastPlace(in: number) else { return .none }
    guard let keys else { return filter(base, stride, rows, self.keys, last) }
    return self.keys.firstPlace(of: keys) > last ? .none : pageFilter(base, stride, rows, self.keys, last)
  }

  /// Returns the last place of rows of a chunk that can be among the first ones; nil when there is none.
  private func lastPlace(in number: Int) -> UInt64? {
    // Of equal rows, those come first that are further towards the beginning, or the end when the order is reversed.
    guard let boundChunk, isReversed ? number < boundChunk : number > boundChunk else { return bound }
    return bound == 0 ? nil : bound - 1
  }

  mutating func add(_ row: PlacedRow) {
    guard heap.add(row), let last = heap.last else { return }
    let key = column.sortKey(last.row)
    bound = keys.lastPlace(before: key, isNil: column.isNil(last.row))
    boundChunk = hasOneKey && bound != .max ? RowPosition.chunk(of: last.position) : nil
  }

  var inOrder: [PlacedRow] { heap.sorted }
}
