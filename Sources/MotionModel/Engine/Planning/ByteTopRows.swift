/// The first rows of an order by one column whose values are one byte, such as an enum; see ``TopScan``.
///
/// Rows are kept by their values, which are compared with each other, as the type compares them, once for each value
/// that occurs. Once enough rows have a value or an earlier one, further rows with this value or a later one are
/// skipped.
struct ByteTopRows: TopRows {
  /// The rows whose values are equal in the order, as they were found.
  private struct Group {
    let example: Row
    var rows: [PlacedRow] = []
  }

  let form: PageForm?
  private let offset: Int
  private let limit: Int
  private let isReversed: Bool
  private let precedes: (Row, Row) -> Bool
  /// The groups in the order of their values.
  private var groups: [Group] = []
  /// For each byte: the index of its group; nil for a byte that has not occurred.
  private var groupOfByte = [Int?](repeating: nil, count: 256)
  /// For each byte: 1 when rows with this byte are wanted.
  private var wantedBytes = [UInt8](repeating: 1, count: 256)
  private var hasNewRows = false

  init?(_ query: Query, limit: Int) {
    guard query.order.count == 1, let term = query.order.first, let column = term.column?.operations,
      let offset = column.byte
    else { return nil }
    (form, self.offset, self.limit) = (column.page?.form, offset, limit)
    isReversed = query.isReversed
    precedes = query.isReversed ? { term.precedes($1, $0) } : term.precedes
  }

  mutating func wanted(
    _ rows: RowMask, ofChunk number: Int, _ keys: KeyRange?, _ base: UnsafeRawPointer, _ stride: Int
  ) -> RowMask {
    if hasNewRows { chooseBytes() }
    let base = base + offset
    return wantedBytes.withUnsafeBufferPointer { wanted in
      if let keys, (keys.least...keys.greatest).allSatisfy({ wanted[Int(truncatingIfNeeded: $0)] == 0 }) {
        return .none
      }
      return rows.filter { wanted[Int((base + $0 &* stride).load(as: UInt8.self))] != 0 }
    }
  }

  /// Rules out the bytes before which enough rows are found.
  private mutating func chooseBytes() {
    hasNewRows = false
    var (first, count) = (0, 0)
    while first < groups.count, count < limit {
      count += groups[first].rows.count
      first += count < limit ? 1 : 0
    }
    for byte in 0..<256 { if let group = groupOfByte[byte], group >= first { wantedBytes[byte] = 0 } }
  }

  mutating func add(_ row: PlacedRow) {
    let byte = Int(row.row.address.load(fromByteOffset: offset, as: UInt8.self))
    let group = groupOfByte[byte] ?? group(ofNew: byte, in: row.row)
    groups[group].rows.append(row)
    hasNewRows = true
  }

  /// Returns the index of the group of a byte that has not occurred before.
  private mutating func group(ofNew byte: Int, in row: Row) -> Int {
    var places = 0..<groups.count
    while !places.isEmpty {
      let middle = (places.lowerBound + places.upperBound) / 2
      places = precedes(groups[middle].example, row) ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    let index = places.lowerBound
    if index == groups.count || precedes(row, groups[index].example) {
      groups.insert(Group(example: row), at: index)
      groupOfByte = groupOfByte.map { $0.map { $0 < index ? $0 : $0 + 1 } }
    }
    groupOfByte[byte] = index
    return index
  }

  var inOrder: [PlacedRow] {
    let rows = groups.lazy.flatMap { group in
      // The chunks came from the last to the first, and the rows of each from the first to the last.
      isReversed ? group.rows.sorted { $0.position > $1.position } : group.rows
    }
    return Array(rows.prefix(limit))
  }
}
