/// Finds the views that a change to one table can concern, by the regions of their interests.
///
/// - Complexity: A change is looked up, by its row before and after, once in each column in which there are regions: in
///   O(1) for values, and in O(log *n*) for ranges, besides those that are met. Other views cost nothing.
struct LiveRoutes: Sendable {
  /// The regions in one column.
  fileprivate struct Column: Sendable {
    let column: ColumnReference
    var values: [UInt64: LiveTickets] = [:]
    var missing = LiveTickets.none
    var ranges = LiveRanges()

    var isEmpty: Bool { values.isEmpty && missing.isEmpty && ranges.isEmpty }
  }

  private var all = LiveTickets.none
  private var columns: [Column] = []

  var isEmpty: Bool { all.isEmpty && columns.isEmpty }

  // MARK: - Views

  mutating func insert(_ ticket: LiveTicket, _ regions: LiveRegions) {
    switch regions {
    case .all: all.insert(ticket)
    case .one(let region): insert(ticket, region)
    case .some(let regions): for region in regions { insert(ticket, region) }
    }
  }

  private mutating func insert(_ ticket: LiveTicket, _ region: LiveRegion) {
    switch region {
    case .hash(let column, let hash): columns[makeIndex(of: column)].values[hash, default: .none].insert(ticket)
    case .missing(let column): columns[makeIndex(of: column)].missing.insert(ticket)
    case .keys(let column, let keys): columns[makeIndex(of: column)].ranges.insert(ticket, keys)
    }
  }

  private func index(of column: ColumnReference) -> Int? { columns.firstIndex { $0.column.isSame(as: column) } }

  private mutating func makeIndex(of column: ColumnReference) -> Int {
    if let index = index(of: column) { return index }
    columns.append(Column(column: column))
    return columns.count - 1
  }

  mutating func remove(_ ticket: LiveTicket, _ regions: LiveRegions) {
    switch regions {
    case .all: all.remove(ticket)
    case .one(let region): remove(ticket, region)
    case .some(let regions): for region in regions { remove(ticket, region) }
    }
  }

  private mutating func remove(_ ticket: LiveTicket, _ region: LiveRegion) {
    switch region {
    case .hash(let column, let hash): change(column) { $0.remove(ticket, hash) }
    case .missing(let column): change(column) { $0.missing.remove(ticket) }
    case .keys(let column, let keys): change(column) { $0.ranges.remove(ticket, keys) }
    }
  }

  /// Changes the regions in a column, which is forgotten when there are none.
  private mutating func change(_ column: ColumnReference, _ body: (inout Column) -> Void) {
    guard let index = index(of: column) else { return }
    body(&columns[index])
    if columns[index].isEmpty { columns.remove(at: index) }
  }

  // MARK: - Changes

  /// Adds the changes of a part to the routes of the views that they can concern, and those routes to `asked`.
  ///
  /// - Parameter touched: An empty list, which is empty again afterwards: its memory is used.
  /// - Returns: How many ranges were compared.
  func route(_ part: ChangesetPart, _ touched: inout [LiveTicket], _ asked: inout [LiveRoute]) -> Int {
    all.forEach { $0.addAll(part, &asked) }
    if columns.isEmpty { return 0 }
    var compared = 0
    // Columns are read where they are: copying one costs more than looking up a value.
    columns.withUnsafeBufferPointer { columns in
      for (index, change) in part.all.enumerated() where !change.isCancelled {
        let (old, new) = (change.old.map { part.address($0) }, change.new.map { part.address($0) })
        for column in columns.indices { compared += columns[column].find(old, new) { $0.add(index, &touched) } }
      }
    }
    for ticket in touched { ticket.end(part, &asked) }
    touched.removeAll(keepingCapacity: touched.count < 64)
    return compared
  }
}

extension LiveRoutes.Column {
  fileprivate mutating func remove(_ ticket: LiveTicket, _ hash: UInt64) {
    values[hash]?.remove(ticket)
    if values[hash]?.isEmpty == true { values[hash] = nil }
  }

  /// Calls `body` with the tickets of the regions that a row is in, before or after a change. It may receive one
  /// several times.
  ///
  /// - Returns: How many ranges were compared.
  fileprivate func find(_ old: Row?, _ new: Row?, _ body: (LiveTicket) -> Void) -> Int {
    let operations = column.operations
    if !values.isEmpty {
      let (before, after) = (old.flatMap(operations.hash), new.flatMap(operations.hash))
      if let before { values[before]?.forEach(body) }
      if let after, after != before { values[after]?.forEach(body) }
    }
    if missing.isEmpty && ranges.isEmpty { return 0 }
    func isMissing(_ row: Row?) -> Bool { operations.isOptional && row.map(operations.isNil) ?? false }
    let (isOldMissing, isNewMissing) = (isMissing(old), isMissing(new))
    if isOldMissing || isNewMissing { missing.forEach(body) }
    if ranges.isEmpty { return 0 }
    let before = isOldMissing ? nil : old.map(operations.sortKey)
    let after = isNewMissing ? nil : new.map(operations.sortKey)
    guard let first = before ?? after else { return 0 }
    let second = after ?? first
    return ranges.forEach(with: min(first, second), or: max(first, second), body)
  }
}
