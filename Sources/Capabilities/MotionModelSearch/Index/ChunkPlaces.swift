import MotionModel

/// Places in the rows of a chunk of 128 positions: where a phrase can begin, by those of its words that were read so
/// far.
struct ChunkPlaces {
  private(set) var rows = RowMask.none
  /// The places in ascending order, row by row, and where those of each row end.
  private var places: ContiguousArray<UInt32> = []
  private var ends: ContiguousArray<Int> = []

  private mutating func removeAll() {
    rows = .none
    places.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private mutating func finish(_ row: Int, from start: Int) {
    if places.count == start { return }
    rows.insert(row)
    ends.append(places.count)
  }

  /// Reads where a phrase begins if a word of it is where it is.
  ///
  /// - Parameter shift: The distance between the places of the word and of the phrase.
  mutating func read(_ cursor: inout PostingCursor, _ rows: RowMask, inChunk chunk: Int, shift: UInt32) {
    removeAll()
    cursor.forEach(rows, inChunk: chunk) { row, word in
      let start = places.count
      word.forEach { if $0 >= shift { places.append($0 &- shift) } }
      finish(row, from: start)
    }
  }

  /// Reads the places of a list.
  ///
  /// - Parameter rows: Rows of a chunk, which are read in ascending order.
  mutating func read(_ list: inout PlaceList, _ rows: RowMask, inChunk chunk: Int) {
    removeAll()
    rows.forEach { row in
      guard let own = list.next(at: chunk << 7 + row) else { return }
      let start = places.count
      places.append(contentsOf: own)
      finish(row, from: start)
    }
  }

  /// Reads those places of others that are wanted.
  mutating func read(_ others: ChunkPlaces, where isWanted: (UInt32) -> Bool) {
    removeAll()
    others.forEach { row, all in
      let start = places.count
      for place in all where isWanted(place) { places.append(place) }
      finish(row, from: start)
    }
  }

  /// Reads those places of others at which another word of the phrase is where it has to be.
  mutating func read(_ cursor: inout PostingCursor, among others: ChunkPlaces, inChunk chunk: Int, shift: UInt32) {
    removeAll()
    var (next, left) = (0, others.rows)
    cursor.forEach(others.rows, inChunk: chunk) { row, word in
      // A row in between may not have the word.
      while left.first < row { others.skip(&next, &left) }
      let (start, end) = (places.count, others.ends[next])
      var other = others.start(next)
      word.forEach { place in
        while other < end, others.places[other] &+ shift < place { other &+= 1 }
        if other < end, others.places[other] &+ shift == place {
          places.append(others.places[other])
          other &+= 1
        }
      }
      others.skip(&next, &left)
      finish(row, from: start)
    }
  }

  @inline(__always)
  private func skip(_ next: inout Int, _ left: inout RowMask) {
    next &+= 1
    left.remove(left.first)
  }

  @inline(__always)
  private func start(_ number: Int) -> Int { number == 0 ? 0 : ends[number &- 1] }

  /// The places in a row that has some.
  subscript(row: Int) -> ArraySlice<UInt32> {
    let number = rows.prefix(row).count
    return places[start(number)..<ends[number]]
  }

  /// Calls `body` with each row and its places.
  func forEach(_ body: (_ row: Int, _ places: UnsafeBufferPointer<UInt32>) -> Void) {
    var number = 0
    places.withUnsafeBufferPointer { places in
      rows.forEach { row in
        body(row, UnsafeBufferPointer(rebasing: places[start(number)..<ends[number]]))
        number += 1
      }
    }
  }
}
