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
/// `Codable`, so a service can hand it out as a token.
public struct PageCursor<Record: Model>: Sendable, Hashable, Codable {
  /// The record's values in the columns of the order, and its id.
  private let values: [String: AttributeValue]
  private let position: Int

  /// The place behind a record.
  fileprivate init(_ record: Record, in finder: Finder<Record>) {
    let schema = Record.schema
    let columns = finder.order.compactMap { $0.column?.index }
    // An order in code may look at anything.
    let needed = columns.count < finder.order.count ? Array(schema.columns.indices) : columns + [schema.layout.idColumn]
    values = Dictionary(needed.map { (schema.columns[$0].name, schema.columns[$0][record]) }) { first, _ in first }
    position = finder.store.read(schema.layout) { table in
      withUnsafePointer(to: record) { table.position(of: UnsafeRawPointer($0)) } ?? 0
    }
  }

  /// A record that stands in for the one at this place in comparisons.
  fileprivate var record: Record {
    var record = Record()
    for column in Record.schema.columns {
      if let value = values[column.name] { _ = column.assign(value, to: &record) }
    }
    return record
  }

  /// The function that says whether a row stands behind this place.
  func isBehind(in table: TableVersion, _ finder: Finder<Record>) -> (UnsafeRawPointer, Int) -> Bool {
    let record = record
    let position = withUnsafePointer(to: record) { table.position(of: UnsafeRawPointer($0)) } ?? position
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

extension Finder {
  /// One page of the records.
  ///
  /// ```swift
  /// var page = Track.order(by: \.name).page(size: 25)
  /// while let next = page.next { page = Track.order(by: \.name).page(after: next, size: 25) }
  /// ```
  ///
  /// Pages neither skip nor repeat a record when others are inserted or deleted in between, as pages by offset do.
  ///
  /// - Parameters:
  ///   - cursor: Where the page begins: the page before has it as ``Page/next``. Nil for the first page.
  ///   - size: How many records a page has; a number below 1 is taken as 1.
  public func page(
    after cursor: PageCursor<Record>? = nil, size: Int
  ) throws(Record.Adapter.Failure) -> Page<Record> {
    let size = Swift.max(1, size)
    let records = try with { $0.start = cursor ?? $0.start }.first(size + 1)
    guard records.count > size, let last = records.dropLast().last else { return Page(records: records, next: nil) }
    return Page(records: records.dropLast(), next: PageCursor(last, in: self))
  }
}
