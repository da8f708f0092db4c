import MotionModel

/// The rows in which operands are near each other.
extension QueryRun {
  /// Returns the rows that have some operands of which each is near the next, and for each operand how often it stands
  /// there in such a chain.
  ///
  /// - Parameter isCounted: Whether to count occurrences; if not, only the rows are found.
  func nearRows(
    _ operands: [Int], _ distances: [Int], within rows: RowMarks?, isCounted: Bool
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
        if !isCounted { return }
        chain.keepChains()
        for operand in operands.indices {
          for place in chain.places[operand] { found[operand].add(1, position, in: NearPlaces.column(of: place)) }
        }
      }
    }
    return (marks, found)
  }
}

/// The places of operands in a row, each of which is near one of the next operand: in one column, not ending at the
/// same word, and with at most so many words between them.
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

  /// Finds the places of each operand in a row that end a chain: each place is near one of the operand before, back to
  /// the first operand.
  ///
  /// - Parameter all: Returns all places of an operand, in ascending order.
  /// - Returns: Whether the last operand has any.
  mutating func find(_ all: (_ operand: Int) -> ArraySlice<UInt32>) -> Bool {
    for operand in places.indices {
      read(all(operand), operand)
      if operand > 0, !keep(operand, near: operand - 1, distances[operand - 1]) { return false }
    }
    return true
  }

  /// Keeps only places in a whole chain, which are near a place of the next operand, too.
  mutating func keepChains() {
    for operand in distances.indices.reversed() { _ = keep(operand, near: operand + 1, distances[operand]) }
  }

  /// Reads the places of an operand. Those of several columns come by position, whatever the column.
  private mutating func read(_ all: ArraySlice<UInt32>, _ operand: Int) {
    var own: ContiguousArray<Int> = []
    swap(&own, &places[operand])
    own.removeAll(keepingCapacity: true)
    if all.count == 1 || form.columns == 1 {
      for place in all { own.append(form.textPlace(place)) }
    } else {
      for column in 0..<form.columns {
        for place in all where form.column(of: place) == column { own.append(form.textPlace(place)) }
      }
    }
    swap(&own, &places[operand])
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
      // The earliest start of the other operand: it ends `distance` words before this one.
      let first = max(place - distance - otherLength, columnStart)
      // The latest start: it begins `distance` words behind this one.
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
