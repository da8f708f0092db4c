/// Finds the views that a change to one table can concern, by the columns and values of their conditions.
///
/// - Complexity: A change is looked up once in each column on which views have conditions; views on other values cost
///   nothing. Ranges are compared one by one.
struct LiveRoutes: Sendable {
  /// The views on certain values of one column.
  private struct Values: Sendable {
    let column: ColumnReference
    var routes: [UInt64: [Entry]] = [:]
  }

  private struct Range: Sendable {
    let column: ColumnReference
    let keys: ClosedRange<UInt64>
    let entry: Entry
  }

  private struct Entry: Sendable {
    let route: LiveRoute
    let interest: Int
  }

  private var all: [Entry] = []
  private var values: [Values] = []
  private var ranges: [Range] = []

  var isEmpty: Bool { all.isEmpty && values.isEmpty && ranges.isEmpty }

  // MARK: - Views

  mutating func insert(_ route: LiveRoute, _ interest: Int, _ scope: LiveInterest.Scope) {
    let entry = Entry(route: route, interest: interest)
    switch scope {
    case .nothing: break
    case .all: all.append(entry)
    case .keys(let column, let keys): ranges.append(Range(column: column, keys: keys, entry: entry))
    case .hashes(let column, let hashes):
      let index = values.firstIndex { $0.column.isSame(as: column) } ?? values.count
      if index == values.count { values.append(Values(column: column)) }
      for hash in hashes { values[index].routes[hash, default: []].append(entry) }
    }
  }

  mutating func remove(_ route: LiveRoute, _ interest: Int, _ scope: LiveInterest.Scope) {
    func isWanted(_ entry: Entry) -> Bool { entry.route === route && entry.interest == interest }
    switch scope {
    case .nothing: break
    case .all: all.removeFirst(where: isWanted)
    case .keys: ranges.removeFirst { isWanted($0.entry) }
    case .hashes(let column, let hashes):
      guard let index = values.firstIndex(where: { $0.column.isSame(as: column) }) else { return }
      for hash in hashes {
        values[index].routes[hash]?.removeFirst(where: isWanted)
        if values[index].routes[hash]?.isEmpty == true { values[index].routes[hash] = nil }
      }
      if values[index].routes.isEmpty { values.remove(at: index) }
    }
  }

  // MARK: - Changes

  /// Adds the changes of a part to the routes of the views that they can concern, and those routes to `asked`.
  func route(_ part: ChangesetPart, _ asked: inout [LiveRoute]) {
    func note(_ route: LiveRoute) { if !route.isAsked { asked.append(route) } }
    for entry in all {
      note(entry.route)
      entry.route.add(part, for: entry.interest)
    }
    if values.isEmpty && ranges.isEmpty { return }
    for (index, change) in part.all.enumerated() where !change.isCancelled {
      let (old, new) = (change.old.map(part.address), change.new.map(part.address))
      func add(_ entry: Entry) {
        note(entry.route)
        entry.route.add(index, of: part, for: entry.interest)
      }
      for column in values {
        let operations = column.column.operations
        let (before, after) = (old.flatMap(operations.hash), new.flatMap(operations.hash))
        if let before { column.routes[before]?.forEach(add) }
        if let after, after != before { column.routes[after]?.forEach(add) }
      }
      for range in ranges {
        let key = range.column.operations.sortKey
        if old.map({ range.keys.contains(key($0)) }) ?? false || new.map({ range.keys.contains(key($0)) }) ?? false {
          add(range.entry)
        }
      }
    }
    for route in asked { route.endEntries(of: part) }
  }
}

extension Array {
  /// Removes the first element that meets a condition. The order of the others is not kept.
  fileprivate mutating func removeFirst(where isWanted: (Element) -> Bool) {
    guard let index = firstIndex(where: isWanted) else { return }
    swapAt(index, count - 1)
    removeLast()
  }
}
