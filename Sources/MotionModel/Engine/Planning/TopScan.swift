/// The scan of a whole table for the first rows of an order, which looks at one value of each row before anything else
/// of it.
///
/// As soon as enough rows are found, this value excludes rows that cannot be among the first ones, and the least and
/// the greatest value of a page exclude whole chunks. The conditions are tested on the remaining rows alone.
struct TopScan<Rows: TopRows> {
  private let query: Query
  private let table: TableVersion
  private let isBehind: ((Row, Int) -> Bool)?
  private var rows: Rows

  /// - Returns: Nil when these rows cannot be found by one value.
  init?(_ query: Query, in table: TableVersion, limit: Int) {
    guard limit > 0, query.distinctColumns.isEmpty, let rows = Rows(query, limit: limit) else { return nil }
    (self.query, self.table, self.rows) = (query, table, rows)
    isBehind = query.start?.isBehind(in: query, table.layout)
  }

  /// Reads the rows, in order.
  mutating func read() -> [PlacedRow] {
    let pages = table.pageScan()
    let kernel = query.predicate.kernel(in: pages)
    let slot = rows.form.flatMap { pages?.slot(of: $0) }
    withExtendedLifetime((table, pages)) {
      let places = table.rows.places
      let first = rows.start(places, pages, slot)
      for number in first { visit(number, pages, slot, kernel) }
      let numbers = 0..<places.count
      if query.isReversed {
        for number in numbers.reversed() where !first.contains(number) { visit(number, pages, slot, kernel) }
      } else {
        for number in numbers where !first.contains(number) { visit(number, pages, slot, kernel) }
      }
      pages?.finish(with: table.rows)
    }
    return rows.inOrder
  }

  private mutating func visit(
    _ number: Int, _ pages: PageScan?, _ slot: UnsafeMutablePointer<PageScan.Slot>?, _ kernel: Kernel
  ) {
    let place = table.rows.places[number]
    guard let base = place.base else { return }
    let stride = table.layout.memory.stride
    pages?.move(to: number, base, place)
    let all = RowMask(prefix: place.live.count)
    let wanted: RowMask
    if let slot, let page = slot.pointee.base {
      wanted = rows.wanted(all, ofChunk: number, slot.pointee.keys, page, slot.pointee.stride)
    } else {
      wanted = rows.wanted(all, ofChunk: number, nil, base, stride)
    }
    if wanted.isEmpty { return }
    add(kernel(base, stride, wanted), of: base, number, place.live)
  }

  private mutating func add(_ found: RowMask, of base: UnsafeRawPointer, _ number: Int, _ live: RowMask) {
    if found.isEmpty { return }
    let (stride, first) = (table.layout.memory.stride, RowPosition.first(inChunk: number))
    func add(_ slot: Int, _ position: Int) {
      let row = PlacedRow(row: Row(base + slot &* stride), position: first + position)
      if isBehind?(row.row, row.position) ?? true { rows.add(row) }
    }
    if live.isPrefix {
      found.forEach { add($0, $0) }
    } else {
      live.forEachSlot { slot, position in if found.contains(slot) { add(slot, position) } }
    }
  }
}

/// The rows that a ``TopScan`` has found, and the test for further rows.
protocol TopRows {
  /// - Parameter limit: How many rows are wanted.
  /// - Returns: Nil for an order of another kind.
  init?(_ query: Query, limit: Int)

  /// How the values lie that are looked at first; nil where no pages are made of them.
  var form: PageForm? { get }

  /// Returns the numbers of the chunks that are read first; none by default. The rest follow from the first to the
  /// last, or from the last to the first where the query is reversed.
  func start(
    _ places: PagedArray<ChunkView>, _ pages: PageScan?, _ slot: UnsafeMutablePointer<PageScan.Slot>?
  ) -> [Int]

  /// Returns the rows of a chunk that can be among the first ones.
  ///
  /// - Parameters:
  ///   - keys: The least and the greatest value of the chunk's page; nil for a chunk without one.
  ///   - base: The address of the chunk's page, if it has one, or of its rows.
  ///   - stride: The distance of the values in the page, or of the rows.
  mutating func wanted(
    _ rows: RowMask, ofChunk number: Int, _ keys: KeyRange?, _ base: UnsafeRawPointer, _ stride: Int
  ) -> RowMask

  /// Adds a row that meets the query's conditions, and was wanted when its chunk was opened. Of a chunk, rows come from
  /// the first to the last.
  mutating func add(_ row: PlacedRow)

  /// The first rows, in order.
  var inOrder: [PlacedRow] { get }
}

extension TopRows {
  func start(
    _ places: PagedArray<ChunkView>, _ pages: PageScan?, _ slot: UnsafeMutablePointer<PageScan.Slot>?
  ) -> [Int] { [] }
}
