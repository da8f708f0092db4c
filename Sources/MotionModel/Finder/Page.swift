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
  /// The record's values in the columns of the order, by name.
  private let values: [String: AttributeValue]
  /// Its values in properties of the order that are not declared.
  private let others: [String: AttributeValue]
  private let position: Int

  /// The place behind a row.
  fileprivate init(_ row: UnsafeRawPointer, at position: Int, in finder: Finder<Record>) {
    let schema = Record.schema
    let references = finder.order.compactMap(\.column)
    let declared = references.compactMap(\.index)
    // An order in code may look at anything.
    let needed = declared.count < finder.order.count ? Array(schema.columns.indices) : declared
    func values(_ columns: [(String, ColumnOperations)]) -> [String: AttributeValue] {
      Dictionary(columns.map { ($0, $1.attribute(row)) }) { first, _ in first }
    }
    self.values = values(needed.map { (schema.columns[$0].name, schema.columns[$0].operations) })
    others = values(references.filter { $0.index == nil }.map { ($0.name, $0.operations) })
    self.position = position
  }

  /// A record that stands in for the one at this place in comparisons.
  private func record(in finder: Finder<Record>) -> Record {
    var record = Record()
    withUnsafeMutablePointer(to: &record) { record in
      let row = UnsafeMutableRawPointer(record)
      // A value that cannot be cast back leaves the place where an unset one would be.
      for column in Record.schema.columns {
        if let value = values[column.name] { _ = column.operations.assign(value, row) }
      }
      for reference in finder.order.compactMap(\.column) {
        if let value = others[reference.name] { _ = reference.operations.assign(value, row) }
      }
    }
    return record
  }

  /// The function that says whether a row stands behind this place.
  func isBehind(in finder: Finder<Record>) -> (UnsafeRawPointer, Int) -> Bool {
    let record = record(in: finder)
    let keys = finder.order.map(\.precedes)
    let isReversed = finder.isReversed
    return { row, rowPosition in
      withUnsafePointer(to: record) { pointer in
        let own = UnsafeRawPointer(pointer)
        for precedes in keys {
          if precedes(own, row) { return !isReversed }
          if precedes(row, own) { return isReversed }
        }
        return isReversed ? rowPosition < position : rowPosition > position
      }
    }
  }
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
    let finder = finder.with { ($0.offset, $0.limit, $0.start) = (0, nil, cursor) }
    return try Record.Adapter.page(of: finder, size: Swift.max(1, size))
  }
}

extension ArrayAdapter {
  /// One page of the records that a finder asks for.
  ///
  /// - Complexity: That of the finder's records with a limit of the page's size.
  public static func page<Record: Model>(of finder: Finder<Record>, size: Int) -> Page<Record> {
    finder.read { finder, table in
      var records: [Record] = []
      var last: PageCursor<Record>?
      var hasMore = false
      Execution(finder.limit(size == .max ? size : size + 1), in: table).forEachPlace { row, position in
        hasMore = records.count == size
        if hasMore { return }
        records.append(row.assumingMemoryBound(to: Record.self).pointee)
        if records.count == size { last = PageCursor(row, at: position, in: finder) }
      }
      return Page(records: records, next: hasMore ? last : nil)
    }
  }
}

extension Finder {
  /// One page of records that are in the finder's order, for adapters that have no way of their own.
  func page(of records: [Record], size: Int) -> Page<Record> {
    let isBehind = start?.isBehind(in: self)
    var first = 0
    if let isBehind {
      first =
        records.indices.first { index in
          withUnsafePointer(to: records[index]) { isBehind(UnsafeRawPointer($0), index) }
        } ?? records.endIndex
    }
    let page = Array(records[first...].prefix(size))
    guard let last = page.last, first + page.count < records.count else { return Page(records: page, next: nil) }
    let next = withUnsafePointer(to: last) {
      PageCursor(UnsafeRawPointer($0), at: first + page.count - 1, in: self)
    }
    return Page(records: page, next: next)
  }
}
