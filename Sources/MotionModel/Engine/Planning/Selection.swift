/// The rows of one table that meet a predicate, in the order of insertion.
///
/// Finding rows and copying them are two steps, so that each row is copied once, into memory of the right size.
struct Selection {
  /// The selected rows of one chunk.
  ///
  /// It may be sent between threads because the table, which is held meanwhile, has the rows.
  struct Part: @unchecked Sendable {
    let base: UnsafeRawPointer
    let number: Int
    /// The positions in the chunk that have a row.
    let live: RowMask
    /// The slots of the selected rows in the chunk's memory.
    var rows: RowMask

    /// The positions of the selected rows in the chunk.
    var positions: RowMask { live.positions(of: rows) }
  }

  /// The table, which keeps the memory of the rows alive.
  let table: TableVersion
  private(set) var parts: [Part] = []
  private(set) var count = 0

  /// Selects the rows of a table that meet a predicate.
  ///
  /// - Parameter limit: The number of rows after which the search stops. It stops at the end of a chunk, so the
  ///   selection can have more rows.
  init(_ table: TableVersion, where predicate: PredicateNode, limit: Int = .max) {
    self.init(table, where: predicate, by: Planner.path(to: predicate, in: table), limit: limit)
  }

  /// Selects the rows of a table that meet a predicate, by an access path; nil scans all rows.
  ///
  /// - Parameter threads: How many threads may search, if there is no path and no limit.
  init(_ table: TableVersion, where predicate: PredicateNode, by path: AccessPath?, limit: Int, threads: Int = 1) {
    self.table = table
    guard limit > 0 else { return }
    if path == nil, limit == .max, let scan = Self.wideScan(table, predicate, threads) {
      let found = scan.results(inOrder: true, from: { [Part]() }) { parts, part, _, _ in parts.append(part) }
      parts = Array(found.results.joined())
      count = parts.reduce(0) { $0 + $1.rows.count }
      return
    }
    if let path { parts.reserveCapacity(min(path.count, limit, table.rows.places.count)) }
    Self.scan(table, predicate, path) { part in
      parts.append(part)
      count += part.rows.count
      return count < limit
    }
  }

  /// Selects the rows that meet a predicate and are at some positions, from the first or from the last.
  ///
  /// - Parameters:
  ///   - isReversed: Whether the search begins at the last position.
  ///   - limit: The number of rows after which the search stops. It stops at the end of a chunk, so the selection can
  ///     have more rows.
  init(
    _ table: TableVersion, where predicate: PredicateNode, by path: AccessPath?, in positions: Range<Int>,
    isReversed: Bool, limit: Int
  ) {
    self.table = table
    let kernel = path.map { PredicateNode.kernel(ofAll: $0.remaining) } ?? predicate.kernel()
    let stride = table.layout.memory.stride
    func add(_ element: RowSet.Element) -> Bool {
      if count >= limit { return false }
      guard var part = table.rows.part(element.clamped(to: positions)) else { return true }
      part.rows = kernel(part.base, stride, part.rows)
      count += part.rows.count
      if !part.rows.isEmpty { parts.append(part) }
      return true
    }
    withExtendedLifetime(table) {
      let elements = path?.rows().elements
      let wanted = RowPosition.chunk(of: positions.lowerBound)..<RowPosition.chunk(of: positions.upperBound) + 1
      let chunks = elements?.indices ?? (0..<table.rows.places.count).clamped(to: wanted)
      func element(_ index: Int) -> RowSet.Element {
        elements?[index] ?? RowSet.Element(chunk: index, rows: table.rows.places[index].live)
      }
      if isReversed {
        _ = chunks.reversed().allSatisfy { add(element($0)) }
      } else {
        _ = chunks.allSatisfy { add(element($0)) }
      }
    }
    if isReversed { parts.reverse() }
  }

  /// Selects the rows at some positions, which must all have a row.
  init(_ table: TableVersion, rows: RowSet) {
    self.table = table
    parts.reserveCapacity(rows.elements.count)
    for element in rows.elements { if let part = table.rows.part(element) { parts.append(part) } }
    count = rows.count
  }

  /// Counts the rows that meet a predicate without collecting them. The result can be more than the limit.
  ///
  /// - Parameter threads: How many threads may search, if there is no path and no limit.
  static func count(
    _ table: TableVersion, where predicate: PredicateNode, by path: AccessPath?, limit: Int, threads: Int = 1
  ) -> Int {
    if predicate.isAlwaysTrue { return table.count }
    if let path, path.isDecided { return path.isCountExact ? path.count : path.rows().count }
    if path == nil, limit == .max, let scan = wideScan(table, predicate, threads) {
      return scan.results(inOrder: false, from: { 0 }) { $0 += $1.rows.count }.reduce(0, +)
    }
    var count = 0
    if path == nil, limit == .max, case .comparison = predicate, let pages = table.pageScan() {
      let scan = ChunkScan(table, where: predicate, in: pages)
      scan.read(0..<ChunkScan.partCount(of: table), from: { pages.count(inRun: $0, $1, in: &count) }) { part, _, _ in
        count += part.rows.count
        return true
      }
      pages.finish(with: table.rows)
      return count
    }
    scan(table, predicate, path) { part in
      count += part.rows.count
      return count < limit
    }
    return count
  }

  /// Calls `body` with the rows that meet a predicate, chunk by chunk, while they are searched.
  ///
  /// - Parameters:
  ///   - form: The only property that `body` reads, so that it may get pages of the property instead of rows; nil for
  ///     any.
  ///   - addsUp: Whether `body` only adds the property's `Int`s, so that it may get sums of them.
  static func forEachPart(
    _ table: TableVersion, where predicate: PredicateNode, by path: AccessPath?, reading form: PageForm? = nil,
    addsUp: Bool = false, _ body: (RowRun) -> Void
  ) {
    if path == nil, let form, let pages = table.pageScan() {
      return forEachPart(table, where: predicate, in: pages, reading: form, addsUp: addsUp, body)
    }
    let stride = table.layout.memory.stride
    scan(table, predicate, path) { part in
      body(RowRun(base: part.base, stride: stride, rows: part.rows))
      return true
    }
  }

  /// Calls `body` with the rows of a whole table that meet a predicate, chunk by chunk, while they are searched.
  ///
  /// - Parameters:
  ///   - pages: The scan, which keeps the pages alive that `body` gets.
  ///   - form: The only property that `body` reads: it gets pages of the property instead of rows.
  ///   - addsUp: Whether `body` only adds the property's `Int`s, so that it may get sums of them.
  static func forEachPart(
    _ table: TableVersion, where predicate: PredicateNode, in pages: PageScan, reading form: PageForm,
    addsUp: Bool = false, _ body: (RowRun) -> Void
  ) {
    let scan = ChunkScan(table, where: predicate, in: pages, reading: form)
    let summed = addsUp && predicate.isAlwaysTrue ? pages.slot(of: form) : nil
    scan.read(0..<ChunkScan.partCount(of: table)) { number, places in
      guard let summed else { return nil }
      var sum = 0
      let chunks = pages.add(summed, inRun: number, places, to: &sum)
      // It is read as if it were the value of the only row, also where values are optional.
      withUnsafePointer(to: Optional(sum)) { sum in
        let base = UnsafeRawPointer(sum) - form.offset
        body(RowRun(base: base, stride: MemoryLayout<Int?>.stride, rows: .row(0)))
      }
      return chunks
    } _: { part, base, stride in
      body(RowRun(base: base, stride: stride, rows: part.rows))
      return true
    }
    pages.finish(with: table.rows)
  }

  /// Returns the scan by several threads; nil when one thread reads all. It is not worth it to find all rows.
  ///
  /// - Parameter form: The only property that is read of the rows; nil for any.
  static func wideScan(
    _ table: TableVersion, _ predicate: PredicateNode, _ threads: Int, reading form: PageForm? = nil
  ) -> WideScan? {
    predicate.isAlwaysTrue ? nil : WideScan(table, where: predicate, threads: threads, reading: form)
  }

  /// Calls `body` with the rows that meet a predicate, chunk by chunk, until it returns false.
  @inline(__always) private static func scan(
    _ table: TableVersion, _ predicate: PredicateNode, _ path: AccessPath?, _ body: (Part) -> Bool
  ) {
    if path == nil, !predicate.isAlwaysTrue, let pages = table.pageScan() {
      let scan = ChunkScan(table, where: predicate, in: pages)
      let isComplete = scan.read(0..<ChunkScan.partCount(of: table)) { part, _, _ in body(part) }
      return pages.finish(with: isComplete ? table.rows : nil)
    }
    let kernel = path.map { PredicateNode.kernel(ofAll: $0.remaining) } ?? predicate.kernel()
    let stride = table.layout.memory.stride
    func visit(_ part: Part) -> Bool {
      var part = part
      part.rows = kernel(part.base, stride, part.rows)
      return part.rows.isEmpty || body(part)
    }
    withExtendedLifetime(table) {
      guard let path else {
        return table.rows.forEachChunk { number, base, live in
          visit(Part(base: base, number: number, live: live, rows: RowMask(prefix: live.count)))
        }
      }
      let isDecided = path.isDecided
      for element in path.rows().elements {
        guard let part = table.rows.part(element) else { continue }
        if !(isDecided ? body(part) : visit(part)) { return }
      }
    }
  }

  /// Calls `body` with each row and its position.
  @inline(__always) func forEach(_ body: (Row, Int) -> Void) {
    let stride = table.layout.memory.stride
    withExtendedLifetime(table) {
      for part in parts {
        let (base, first) = (part.base, RowPosition.first(inChunk: part.number))
        if part.live.isPrefix {
          part.rows.forEach { body(Row(base + $0 &* stride), first + $0) }
        } else {
          part.live.forEachSlot { slot, position in
            if part.rows.contains(slot) { body(Row(base + slot &* stride), first + position) }
          }
        }
      }
    }
  }

  /// Copies the rows, one after the other, to uninitialized memory.
  ///
  /// - Returns: The end of the copies.
  func copy(to target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let memory = table.layout.memory
    var target = target
    withExtendedLifetime(table) {
      for (index, part) in parts.enumerated() {
        // Copying a row increments reference counts, and the processor does not load the next row before that is done.
        // So the next part is fetched here.
        if index + 1 < parts.count { _ = memory.fetch(parts[index + 1].base, parts[index + 1].rows) }
        memory.gather(part.base, part.rows, target)
        target += part.rows.count &* memory.stride
      }
    }
    return target
  }

  /// Returns a selection of at most `limit` of these rows, without the first `offset` ones.
  func window(offset: Int, limit: Int) -> Selection {
    guard offset > 0 || limit < count else { return self }
    var (index, kept) = (0, [Part]())
    for part in parts {
      var part = part
      let rows = part.rows
      part.rows = rows.window(offset: offset - index, limit: limit)
      index += rows.count
      if !part.rows.isEmpty { kept.append(part) }
      if index >= offset && index - offset >= limit { break }
    }
    var result = self
    result.parts = kept
    result.count = kept.reduce(0) { $0 + $1.rows.count }
    return result
  }
}

extension RowSet.Element {
  /// Returns the rows of this element that are at some positions.
  fileprivate func clamped(to positions: Range<Int>) -> RowSet.Element {
    let first = RowPosition.first(inChunk: chunk)
    let kept = positions.clamped(to: first..<first + RowChunk.positions)
    if kept.count == RowChunk.positions { return self }
    let mask = RowMask(prefix: kept.upperBound - first).subtracting(RowMask(prefix: kept.lowerBound - first))
    return RowSet.Element(chunk: chunk, rows: rows & mask)
  }
}

extension RowStorage {
  /// Returns the rows of an element of a row set; nil when there are none.
  fileprivate func part(_ element: RowSet.Element) -> Selection.Part? {
    let place = places[element.chunk]
    guard !element.rows.isEmpty, let base = place.base else { return nil }
    return Selection.Part(
      base: base, number: element.chunk, live: place.live, rows: place.live.slots(of: element.rows))
  }
}
