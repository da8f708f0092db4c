/// A page of a finder's records, with the cursor from which the next page begins.
public struct Page<Record: Model>: Sendable {
  /// The records of the page.
  public let records: [Record]
  /// The cursor for the next page; nil when this is the last page.
  public let next: PageCursor<Record>?
}

/// A point in the order of a finder's records, directly behind one of them.
///
/// It does not move when records before it are inserted or deleted, when its own record is deleted, or when the related
/// records change from which a key of its order was computed. It is `Codable`, so that a service can send it as a
/// token. It is valid for as long as the store exists.
///
/// It has the record's values in the columns of the order, and what was computed for it. For an order by a closure, by
/// a property that is not a column, by a list of values or by rank, it has all of the record's columns: do not send
/// such a token to clients that may not see them. A closure is called with a record of these values; what the closure
/// reads elsewhere may have changed since the page was read.
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
  /// - Complexity: That of the finder's records with a limit of `size`. For a model with an adapter of its own, the
  ///   records with the cursor's keys are read too, and in an order by more than columns all records before the cursor.
  public func page(
    after cursor: PageCursor<Record>? = nil, size: Int
  ) throws(Record.Adapter.Failure) -> Page<Record> {
    let finder = finder.with { ($0.query.offset, $0.query.limit, $0.query.start) = (0, nil, cursor?.place) }
    let size = Swift.max(1, size)
    if Record.Adapter.self == ArrayAdapter.self { return finder.page(size: size) }
    return try finder.externalPage(by: finder.externalQuery(), size: size)
  }
}

extension Finder {
  /// Returns one page of records that are in memory.
  ///
  /// - Complexity: That of the finder's records with a limit of `size`.
  fileprivate func page(size: Int) -> Page<Record> {
    limit(size == .max ? size : size + 1).read { plan in
      let found = Execution(plan)
      var records: [Record] = found.records()
      guard records.count > size else { return Page<Record>(records: records, next: nil) }
      records.removeLast()
      var (number, last) = (0, PageCursor<Record>?.none)
      found.forEachPosition { row, position in
        number += 1
        if number == size { last = PageCursor<Record>(RowCursor(row, at: position, in: plan.query, plan.table.layout)) }
      }
      return Page<Record>(records: records, next: last)
    }
  }

  /// Returns one page of the records that an adapter keeps.
  ///
  /// - Parameter query: The finder's query, with all that it needs of other models looked up.
  fileprivate func externalPage(by query: Query, size: Int) throws(Record.Adapter.Failure) -> Page<Record> {
    var part = query
    part.start = nil
    // Of several records with the same values, the first decides whether they are on the page.
    if let start = query.start, query.distinctColumns.isEmpty {
      part.predicate = part.predicate && start.reach(in: query, Record.schema.layout)
    }
    // One record beyond the page shows whether there is another page.
    let limit = (query.start?.position ?? 0).addingReportingOverflow(size)
    if !limit.overflow && limit.partialValue < .max - 2 {
      part.limit = limit.partialValue + 2
      let records = try externalRecords(by: part)
      if let page = page(of: records, by: query, size: size, isWhole: records.count < limit.partialValue + 2) {
        return page
      }
      part.limit = nil
    }
    guard let page = page(of: try externalRecords(by: part), by: query, size: size, isWhole: true) else {
      preconditionFailure("all records are not enough for a page")
    }
    return page
  }

  /// Returns one page of some of an adapter's records, in the finder's order; nil when more of them are needed.
  ///
  /// The page begins behind the cursor's record. If that record was deleted, or its keys changed, the page begins among
  /// the records with the cursor's keys: behind as many of them as were before the record.
  ///
  /// - Parameters:
  ///   - records: The first records that are not before the cursor, and maybe some before it.
  ///   - query: The finder's query, with all that it needs of other models looked up.
  ///   - isWhole: Whether there are no records behind these.
  private func page(of records: [Record], by query: Query, size: Int, isWhole: Bool) -> Page<Record>? {
    let layout = Record.schema.layout
    func compare(_ index: Int, _ side: (Row) -> RowCursor.Side) -> RowCursor.Side {
      withRow(of: records[index]) { side($0) }
    }
    var first = 0
    if let start = query.start {
      let side = start.side(in: query, layout)
      let equal = records.indices.drop { compare($0, side) == .before }.prefix { compare($0, side) == .equal }
      let own = equal.first { "\(records[$0].id.attribute)" == start.id }
      if own == nil && equal.endIndex == records.endIndex && !isWhole { return nil }
      first = own.map { $0 + 1 } ?? Swift.min(equal.startIndex + start.position, equal.endIndex)
    }
    if !isWhole && records.count - first <= size { return nil }
    let page = Array(records[first...].prefix(size))
    let end = first + page.count
    if page.isEmpty || end == records.count { return Page(records: page, next: nil) }
    var next = withRow(of: records[end - 1]) { RowCursor($0, at: 0, in: query, layout) }
    let side = next.side(in: query, layout)
    next.position = records[..<(end - 1)].indices.reversed().prefix { compare($0, side) == .equal }.count
    return Page(records: page, next: PageCursor(next))
  }
}
