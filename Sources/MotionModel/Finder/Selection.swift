/// The rows of one table that meet a predicate, in the order of insertion.
///
/// Finding them and copying them are two steps, so that results are copied once, into memory of the right size.
struct Selection {
  /// A chunk and the rows of it that are meant.
  struct Part {
    let chunk: RowChunk
    let number: Int
    var rows: RowMask
  }

  /// Keeps the rows' memory alive.
  let table: TableVersion
  private(set) var parts: [Part] = []
  private(set) var count = 0

  /// Selects the rows of a table that meet a predicate.
  ///
  /// - Parameter limit: How many rows are enough.
  init(_ table: TableVersion, where predicate: PredicateNode, limit: Int = .max) {
    self.table = table
    guard limit > 0 else { return }
    Self.scan(table, predicate, Planner.path(to: predicate, in: table)) { chunk, number, rows in
      parts.append(Part(chunk: chunk, number: number, rows: rows))
      count += rows.count
      return count < limit
    }
  }

  /// Selects rows that are known to be there.
  init(_ table: TableVersion, rows: RowSet) {
    self.table = table
    for element in rows.elements {
      guard let chunk = table.rows.chunks[element.chunk] else { continue }
      parts.append(Part(chunk: chunk, number: element.chunk, rows: element.rows))
    }
    count = rows.count
  }

  /// Counts the rows that meet a predicate without keeping them.
  static func count(_ table: TableVersion, where predicate: PredicateNode, limit: Int = .max) -> Int {
    if case .constant(true) = predicate { return table.count }
    let path = Planner.path(to: predicate, in: table)
    if let path, path.remaining.isEmpty { return path.isCountExact ? path.count : path.rows().count }
    var count = 0
    scan(table, predicate, path) { _, _, rows in
      count += rows.count
      return count < limit
    }
    return count
  }

  /// Calls `body` with the rows that meet a predicate, chunk by chunk, until it returns false.
  private static func scan(
    _ table: TableVersion, _ predicate: PredicateNode, _ path: AccessPath?, _ body: (RowChunk, Int, RowMask) -> Bool
  ) {
    let kernel = path.map { PredicateNode.and($0.remaining).kernel() } ?? predicate.kernel()
    let stride = table.layout.memory.stride
    func visit(_ chunk: RowChunk, _ number: Int, _ rows: RowMask) -> Bool {
      let rows = kernel(UnsafeRawPointer(chunk.base), stride, rows)
      return rows.isEmpty || body(chunk, number, rows)
    }
    if let path {
      for element in path.rows().elements {
        guard let chunk = table.rows.chunks[element.chunk] else { continue }
        if !visit(chunk, element.chunk, element.rows) { return }
      }
    } else {
      table.rows.forEachChunk { visit($1, $0, $1.live) }
    }
  }

  /// Calls `body` with the address and the position of each row.
  @inline(__always)
  func forEach(_ body: (UnsafeRawPointer, Int) -> Void) {
    let stride = table.layout.memory.stride
    for part in parts {
      part.rows.forEach { body(UnsafeRawPointer(part.chunk.base + $0 &* stride), part.number << 7 + $0) }
    }
  }

  /// The rows of a window alone.
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
