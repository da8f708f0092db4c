/// One page of a finder's records, and where the next one begins.
public struct Page<Record: Model>: Sendable {
  /// The records of the page.
  public let records: [Record]
  /// The place to ask for the next page from; nil when this is the last one.
  public let next: PageCursor<Record>?

  /// Whether there are more records behind this page.
  public var hasNext: Bool { next != nil }
}

/// A place in the order of a finder's records: behind one of them.
///
/// It stays where it is when records are inserted or deleted before it, and even when its own record is deleted. It is
/// `Codable`, so a service can hand it out as a token; it is good for as long as the store lives.
public struct PageCursor<Record: Model>: Sendable, Hashable, Codable {
  let place: RowCursor

  init(_ place: RowCursor) { self.place = place }

  /// Reads a cursor that was handed out.
  public init(from decoder: any Decoder) throws { place = try RowCursor(from: decoder) }

  /// Writes the cursor.
  public func encode(to encoder: any Encoder) throws { try place.encode(to: encoder) }
}

extension FinderChain {
  /// One page of the records.
  ///
  /// ```swift
  /// var page = Track.order(by: \.name).page(size: 25)
  /// while let next = page.next { page = Track.order(by: \.name).page(after: next, size: 25) }
  /// ```
  ///
  /// Pages neither skip nor repeat a record when others are inserted or deleted in between, as pages by offset do. The
  /// finder's own limit and offset play no part.
  ///
  /// - Parameters:
  ///   - cursor: Where the page begins: the page before has it as ``Page/next``. Nil for the first page.
  ///   - size: How many records a page has; a number below 1 is taken as 1.
  public func page(
    after cursor: PageCursor<Record>? = nil, size: Int
  ) throws(Record.Adapter.Failure) -> Page<Record> {
    let finder = finder.with { ($0.query.offset, $0.query.limit, $0.query.start) = (0, nil, cursor?.place) }
    let size = Swift.max(1, size)
    if Record.Adapter.self == ArrayAdapter.self { return finder.page(size: size) }
    return finder.page(of: try finder.with { $0.query.start = nil }.records(), size: size)
  }
}

extension Finder {
  /// One page of records that are in memory.
  ///
  /// - Complexity: That of the finder's records with a limit of the page's size.
  fileprivate func page(size: Int) -> Page<Record> {
    limit(size == .max ? size : size + 1).read { plan in
      var records: [Record] = []
      var last: RowCursor?
      var hasMore = false
      Execution(plan).forEachPlace { row, position in
        hasMore = records.count == size
        if hasMore { return }
        records.append(row.assumingMemoryBound(to: Record.self).pointee)
        if records.count == size { last = RowCursor(row, at: position, in: plan.query, plan.table.layout) }
      }
      return Page(records: records, next: hasMore ? last.map(PageCursor.init) : nil)
    }
  }

  /// One page of records that are in the finder's order, for adapters that have no way of their own.
  ///
  /// The page begins behind the cursor's own record. When that is gone, or stands elsewhere by now, it begins behind as many of the records
  /// that the order finds equal as stood before it.
  func page(of records: [Record], size: Int) -> Page<Record> {
    let layout = Record.schema.layout
    func cursor(behind index: Int) -> RowCursor {
      withUnsafePointer(to: records[index]) { RowCursor(UnsafeRawPointer($0), at: 0, in: query, layout) }
    }
    func compare(_ index: Int, _ side: (UnsafeRawPointer) -> RowCursor.Side) -> RowCursor.Side {
      withUnsafePointer(to: records[index]) { side(UnsafeRawPointer($0)) }
    }
    var first = 0
    if let start = query.start {
      let side = start.side(in: query, layout)
      let equal = records.indices.drop { compare($0, side) == .before }.prefix { compare($0, side) == .equal }
      let own = equal.first { "\(records[$0].id.attribute)" == start.id }
      first = own.map { $0 + 1 } ?? Swift.min(equal.startIndex + start.position, equal.endIndex)
    }
    let page = Array(records[first...].prefix(size))
    let end = first + page.count
    if page.isEmpty || end == records.count { return Page(records: page, next: nil) }
    var next = cursor(behind: end - 1)
    let side = next.side(in: query, layout)
    next.position = records[..<(end - 1)].indices.reversed().prefix { compare($0, side) == .equal }.count
    return Page(records: page, next: PageCursor(next))
  }
}
