/// The scan of a whole table for the first rows of an order, which looks at the key of each row before anything else of it.
///
/// As soon as as many rows are found as are wanted, the last of them is a bound: a row behind it is skipped by the sort key of its
/// first column, and a chunk by the least and the greatest key of its page. The conditions are tested on the rest alone.
///
/// So that the bound is close from the beginning, the chunks with the first keys are read first, as far as there are pages, and the
/// last chunk, which has the greatest keys of a column that grows with time.
struct TopScan {
  private let query: Query
  private let table: TableVersion
  private let column: ColumnOperations
  private let form: PageForm?
  private let keys: OrderKeys
  /// Finds rows by their places, in rows and in pages.
  private let filter, pageFilter: ColumnOperations.KeyFilter
  private let isBehind: ((UnsafeRawPointer, Int) -> Bool)?
  private var heap: RowHeap
  private let limit: Int
  /// The last place of rows that can be among the first ones.
  private var bound = UInt64.max
  /// The number of the chunk of the last row; nil while rows are missing, or when equal rows have to be compared.
  private var boundChunk: Int?

  /// The most chunks that are read before the others.
  private static let greatestStart = 8

  /// - Parameter limit: How many rows are wanted.
  /// - Returns: Nil when sort keys do not decide the order by the first column, or when code is called to compare rows.
  init?(_ query: Query, in table: TableVersion, limit: Int) {
    guard limit > 0, let term = query.order.first, let column = term.column?.operations, let filter = column.keyFilter,
      query.distinctColumns.isEmpty, !query.order.contains(where: \.isNumbered)
    else { return nil }
    (self.query, self.table, self.column, self.limit) = (query, table, column, limit)
    (form, self.filter, pageFilter) = (column.page?.form, filter, column.present?.keyFilter ?? filter)
    keys = OrderKeys(term, column, isReversed: query.isReversed)
    isBehind = query.start?.isBehind(in: query, table.layout)
    heap = RowHeap(limit, by: query.precedence)
  }

  /// Reads the rows, in order.
  mutating func read() -> [Execution.Row] {
    let pages = table.pageScan()
    let kernel = query.predicate.kernel(in: pages)
    let slot = form.flatMap { pages?.slot(of: $0) }
    withExtendedLifetime((table, pages)) {
      let first = start(pages, slot)
      for number in first { visit(number, pages, slot, kernel) }
      let numbers = 0..<table.rows.places.count
      if query.isReversed {
        for number in numbers.reversed() where !first.contains(number) { visit(number, pages, slot, kernel) }
      } else {
        for number in numbers where !first.contains(number) { visit(number, pages, slot, kernel) }
      }
      pages?.finish(with: table.rows)
    }
    return heap.sorted
  }

  /// Returns the numbers of the chunks that are read first.
  private func start(_ pages: PageScan?, _ slot: UnsafeMutablePointer<PageScan.Slot>?) -> [Int] {
    let places = table.rows.places
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

  private mutating func visit(
    _ number: Int, _ pages: PageScan?, _ slot: UnsafeMutablePointer<PageScan.Slot>?, _ kernel: Kernel
  ) {
    let place = table.rows.places[number]
    guard let base = place.base else { return }
    let stride = table.layout.memory.stride
    pages?.move(to: number, base, place)
    var rows = RowMask(prefix: place.live.count)
    if heap.last != nil {
      guard let last = lastPlace(in: number) else { return }
      if let slot, let page = slot.pointee.base {
        if keys.firstPlace(of: slot.pointee.keys) > last { return }
        rows = pageFilter(page, slot.pointee.stride, rows, keys, last)
      } else {
        rows = filter(base, stride, rows, keys, last)
      }
      if rows.isEmpty { return }
    }
    add(kernel(base, stride, rows), of: base, number, place.live)
  }

  /// Returns the last place of rows of a chunk that can be among the first ones; nil when there is none.
  private func lastPlace(in number: Int) -> UInt64? {
    // Of equal rows, those come first that are further towards the beginning, or the end when the order is reversed.
    guard let boundChunk, query.isReversed ? number < boundChunk : number > boundChunk else { return bound }
    return bound == 0 ? nil : bound - 1
  }

  private mutating func add(_ rows: RowMask, of base: UnsafeRawPointer, _ number: Int, _ live: RowMask) {
    if rows.isEmpty { return }
    let (stride, first) = (table.layout.memory.stride, RowPosition.first(inChunk: number))
    func add(_ slot: Int, _ position: Int) {
      let row = Execution.Row(address: base + slot &* stride, position: first + position)
      if isBehind?(row.address, row.position) ?? true, heap.add(row) { setBound() }
    }
    if live.isPrefix {
      rows.forEach { add($0, $0) }
    } else {
      live.forEachSlot { slot, position in if rows.contains(slot) { add(slot, position) } }
    }
  }

  private mutating func setBound() {
    guard let last = heap.last else { return }
    let key = column.sortKey(last.address)
    bound = keys.lastPlace(before: key, isNil: column.isNil(last.address))
    boundChunk = query.order.count == 1 && bound != .max ? RowPosition.chunk(of: last.position) : nil
  }
}
