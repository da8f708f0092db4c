import MotionModel

/// Where a word or a phrase stands: rows in ascending order, with the places in each.
struct PlaceList: Sendable {
  private(set) var positions: ContiguousArray<Int> = []
  private var ends: ContiguousArray<Int> = []
  private var places: ContiguousArray<UInt32> = []
  private var nextRow = 0

  var count: Int { positions.count }

  /// The places in a row, in ascending order, by the number of the row in the list.
  subscript(row: Int) -> ArraySlice<UInt32> { places[(row == 0 ? 0 : ends[row - 1])..<ends[row]] }

  /// Appends a row, unless it has no places.
  mutating func append(_ position: Int, _ some: some Sequence<UInt32>) {
    let start = places.count
    places.append(contentsOf: some)
    if places.count == start { return }
    positions.append(position)
    ends.append(places.count)
  }

  /// Appends a row.
  mutating func append(_ position: Int, _ word: WordPlaces) {
    positions.append(position)
    word.forEach { places.append($0) }
    ends.append(places.count)
  }

  /// Returns the places in a row; nil when the list does not have it.
  ///
  /// - Parameter position: The position of a row. Positions must ascend from call to call.
  mutating func next(at position: Int) -> ArraySlice<UInt32>? {
    while nextRow < positions.count, positions[nextRow] < position { nextRow += 1 }
    return nextRow < positions.count && positions[nextRow] == position ? self[nextRow] : nil
  }

  init() {}

  /// The list of the places of any of several words.
  init(anyOf lists: [PlaceList]) {
    if lists.count == 1 {
      self = lists[0]
      return
    }
    var all: [(position: Int, place: UInt32)] = []
    for list in lists {
      for row in 0..<list.count { for place in list[row] { all.append((list.positions[row], place)) } }
    }
    all.sort { $0 < $1 }
    var next = 0
    while next < all.count {
      let end = all[next...].firstIndex { $0.position != all[next].position } ?? all.count
      append(all[next].position, all[next..<end].lazy.map(\.place))
      next = end
    }
  }

  /// Calls `body` with each row that all of some lists have: its position, and its number in each list.
  static func forEachCommonRow(_ lists: [PlaceList], _ body: (_ position: Int, _ rows: [Int]) -> Void) {
    guard !lists.isEmpty, lists.allSatisfy({ $0.count > 0 }) else { return }
    var rows = [Int](repeating: 0, count: lists.count)
    var (position, same, list) = (lists[0].positions[0], 0, 0)
    // Each list in turn moves to the position, until all are there.
    while true {
      guard let found = lists[list].row(at: position, from: rows[list]) else { return }
      rows[list] = found
      same = lists[list].positions[found] == position ? same + 1 : 1
      position = lists[list].positions[found]
      if same == lists.count {
        body(position, rows)
        (position, same) = (position + 1, 0)
      }
      list = list + 1 == lists.count ? 0 : list + 1
    }
  }

  /// Returns the number of the first row at a position or behind it, from a row on; nil when there is none.
  private func row(at position: Int, from start: Int) -> Int? {
    var row = start
    while row < positions.count, positions[row] < position { row &+= 1 }
    return row < positions.count ? row : nil
  }
}
