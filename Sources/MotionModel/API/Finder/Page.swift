/// A page of a finder's records, with the cursor from which the next page begins.
public struct Page<Record: Model>: Sendable {
  /// The records of the page.
  public let records: [Record]
  /// The cursor for the next page; nil when this is the last page.
  public let next: PageCursor<Record>?

  /// Whether there are more records behind this page.
  public var hasNext: Bool { next != nil }
}

/// A point in the order of a finder's records, directly behind one of them.
///
/// It does not move when records before it are inserted or deleted, or when its own record is deleted. It is `Codable`,
/// so that a service can send it as a token. It is valid for as long as the store exists.
public struct PageCursor<Record: Model>: Sendable, Hashable, Codable {
  let place: RowCursor

  init(_ place: RowCursor) { self.place = place }

  /// Decodes a cursor.
  public init(from decoder: any Decoder) throws { place = try RowCursor(from: decoder) }

  /// Encodes the cursor.
  public func encode(to encoder: any Encoder) throws { try place.encode(to: encoder) }
}

extension FinderChain {
  /// Returns one page of the records.
  ///
  /// ```swift
  /// var page = Track.order(by: \.name).page(size: 25)
  /// while let next = page.next { page = Track.order(by: \.name).page(after: next, size: 25) }
  /// ```
  ///
  /// If records are inserted or deleted between two pages, no other record is skipped or repeated; pages by offset do
  /// both. The finder's own limit and offset are ignored.
  ///
  /// - Parameters:
  ///   - cursor: The ``Page/next`` of the page before; nil for the first page.
  ///   - size: The number of records in a page; a number below 1 counts as 1.
  /// - Complexity: That of the finder's records with a limit of `size`. For a model with an adapter of its own, all of
  ///   the finder's records are read for each page.
  public func page(
    after cursor: PageCursor<Record>? = nil, size: Int
  ) throws(Record.Adapter.Failure) -> Page<Record> {
    let finder = finder.with { ($0.query.offset, $0.query.limit, $0.query.start) = (0, nil, cursor?.place) }
    let size = Swift.max(1, size)
    if Record.Adapter.self == ArrayAdapter.self { return finder.page(size: size) }
    let query = try finder.externalQuery()
    var whole = query
    whole.start = nil
    return finder.page(of: try finder.externalRecords(by: whole), by: query, size: size)
  }
}

extension Finder {
  /// Returns one page of records that are in memory.
  ///
  /// - Complexity: That of the finder's records with a limit of `size`.
  fileprivate func page(size: Int) -> Page<Record> {
    limit(size == .max ? size : size + 1).read { plan in
      var records: [Record] = []
      var last: RowCursor?
      var hasMore = false
      Execution(plan).forEachPosition { row, position in
        hasMore = records.count == size
        if hasMore { return }
        records.append(row.bound(to: Record.self).pointee)
        if records.count == size { last = RowCursor(row, at: position, in: plan.query, plan.table.layout) }
      }
      return Page(records: records, next: hasMore ? last.map(PageCursor.init) : nil)
    }
  }

  /// Returns one page of an adapter's records, which are all of the finder's records, in its order.
  ///
  /// The page begins behind the cursor's record. If that record was deleted, or its keys changed, the page begins among
  /// the records with the cursor's keys: behind as many of them as were before the record.
  ///
  /// - Parameter query: The finder's query, with all that it needs of other models looked up.
  fileprivate func page(of records: [Record], by query: Query, size: Int) -> Page<Record> {
    let layout = Record.schema.layout
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
    var next = withUnsafePointer(to: records[end - 1]) { RowCursor(UnsafeRawPointer($0), at: 0, in: query, layout) }
    let side = next.side(in: query, layout)
    next.position = records[..<(end - 1)].indices.reversed().prefix { compare($0, side) == .equal }.count
    return Page(records: page, next: PageCursor(next))
  }
}
