import MotionModel

/// The rows in which operands are near each other.
extension QueryRun {
  /// Returns the rows that have some operands of which each is near the next, and for each operand how often it stands there
  /// in such a chain.
  func nearRows(
    _ operands: [Int], _ distances: [Int], within rows: RowMarks?
  ) -> (marks: RowMarks, rows: [OperandRows]) {
    let all = operands.sorted { mostRows($0) < mostRows($1) }.reduce(rows) { commonRows($1, within: $0) } ?? RowMarks()
    let form = index.form.places
    var readers = operands.map { OperandReader(self, $0, within: all) }
    var chain = NearPlaces(operands.map { query.operands[$0].words.count }, distances, form)
    var (marks, found) = (RowMarks(), operands.map { _ in OperandRows(columns: form.columns) })
    for chunk in 0..<all.chunkCount {
      var rows = all[chunk: chunk]
      for reader in readers.indices where !rows.isEmpty {
        readers[reader].read(rows, inChunk: chunk)
        rows = readers[reader].found.rows
      }
      rows.forEach { row in
        guard chain.find({ readers[$0].found[row] }) else { return }
        let position = chunk << 7 + row
        marks.insert(position)
        for operand in operands.indices {
          for place in chain.places[operand] { found[operand].add(1, position, in: NearPlaces.column(of: place)) }
        }
      }
    }
    return (marks, found)
  }
}

/// The places of operands in a row, each of which is near one of the next operand: in one column, not ending at the same word,
/// and with at most so many words between them.
struct NearPlaces {
  /// For each operand its places, as numbers of which the lower bits are the position.
  private(set) var places: [ContiguousArray<Int>]
  private let lengths: [Int]
  private let distances: [Int]
  private let form: PlaceForm

  /// How many bits of a place are the position.
  fileprivate static let positionBits = 28

  /// - Parameters:
  ///   - lengths: How many words each operand has.
  ///   - distances: How many words may be between each operand and the next.
  init(_ lengths: [Int], _ distances: [Int], _ form: PlaceForm) {
    (self.lengths, self.distances, self.form) = (lengths, distances.map { min($0, 1 << Self.positionBits) }, form)
    places = lengths.map { _ in [] }
  }

  static func column(of place: Int) -> Int { place >> positionBits }

  /// Finds the places in a row.
  ///
  /// - Parameter all: Returns all places of an operand, in ascending order.
  /// - Returns: Whether there are any.
  mutating func find(_ all: (_ operand: Int) -> ArraySlice<UInt32>) -> Bool {
    for operand in places.indices {
      places[operand].removeAll(keepingCapacity: true)
      for place in all(operand) { places[operand].append(form.textPlace(place)) }
      // The places of several columns come by position, whatever the column.
      if form.columns > 1 { places[operand].sort() }
      if operand > 0, !keep(operand, near: operand - 1, distances[operand - 1]) { return false }
    }
    for operand in distances.indices.reversed() { _ = keep(operand, near: operand + 1, distances[operand]) }
    return true
  }

  /// Keeps the places of an operand that are near one of another.
  ///
  /// - Returns: Whether any is left.
  private mutating func keep(_ operand: Int, near other: Int, _ distance: Int) -> Bool {
    let (length, otherLength) = (lengths[operand], lengths[other])
    var (next, kept) = (0, 0)
    for index in places[operand].indices {
      let place = places[operand][index]
      let columnStart = place & ~(1 << Self.positionBits - 1)
      // The other one begins so early that it ends `distance` words before this one …
      let first = max(place - distance - otherLength, columnStart)
      // … up to so late that it begins `distance` words behind this one.
      let last = min(place + length + distance, columnStart + 1 << Self.positionBits - 1)
      while next < places[other].count, places[other][next] < first { next += 1 }
      var found = next
      if found < places[other].count, places[other][found] == place + length - otherLength { found += 1 }
      guard found < places[other].count, places[other][found] <= last else { continue }
      places[operand][kept] = place
      kept += 1
    }
    places[operand].removeLast(places[operand].count - kept)
    return kept > 0
  }
}

extension PlaceForm {
  /// A place as a number by which columns come one after the other.
  fileprivate func textPlace(_ place: UInt32) -> Int {
    column(of: place) << NearPlaces.positionBits | position(of: place)
  }
}
