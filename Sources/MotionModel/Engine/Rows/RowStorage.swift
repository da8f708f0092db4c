/// All rows of one table, by position.
///
/// A position is the number of a row in insertion order. A new row gets the next unused one, and keeps it until a
/// changeset moves the record. So indexes refer to rows by position, and undoing a deletion can put the record
/// back at its position.
@usableFromInline struct RowStorage: Sendable {
  @usableFromInline let memory: RowMemory
  /// The chunks, which own the rows: one for every 128 positions; nil where all of them are empty.
  private(set) var chunks = PagedArray<RowChunk?>()
  /// The location of the rows of each chunk.
  ///
  /// Readers use only these. They lie side by side, hold no references that would have to be counted, and make
  /// it unnecessary to read the chunk itself, which is seldom in the processor's cache: a scan takes three
  /// quarters of the time.
  @usableFromInline private(set) var places = PagedArray<ChunkView>()
  /// The stamp of the change that emptied a chunk last; at first, the latest of all. Later content of a chunk that is
  /// empty here is that of a later version.
  private(set) var emptied = ChunkView.latestStamp

  init(_ memory: RowMemory) { self.memory = memory }

  // MARK: - Reading

  /// The row at a position that is known to hold one.
  @inlinable subscript(position: Int) -> Row {
    @inline(__always) get {
      let place = places[RowPosition.chunk(of: position)]
      assert(place.live.contains(RowPosition.index(of: position)), "no row at a position of an index")
      guard let base = place.base else { preconditionFailure("no row at a position of an index") }
      return Row(base + place.live.slot(of: RowPosition.index(of: position)) &* memory.stride)
    }
  }

  /// The row at a position; nil if there is none, or if the number is not a position.
  @inlinable @inline(__always) func possibleRow(at position: Int) -> Row? {
    let (number, index) = (RowPosition.chunk(of: position), RowPosition.index(of: position))
    guard UInt(bitPattern: number) < UInt(bitPattern: places.count) else { return nil }
    let place = places[number]
    guard let base = place.base, place.live.contains(index) else { return nil }
    return Row(base + place.live.slot(of: index) &* memory.stride)
  }

  /// Whether there is a row at a position.
  func contains(_ position: Int) -> Bool {
    let number = RowPosition.chunk(of: position)
    return number < places.count && places[number].live.contains(RowPosition.index(of: position))
  }

  /// Calls `body` with each chunk that has rows, in order, until it returns false: with the chunk's number, its
  /// memory and the positions that have a row.
  ///
  /// The memory is valid for as long as the storage is held and not changed.
  @inline(__always) func forEachChunk(_ body: (_ number: Int, _ base: UnsafeRawPointer, _ live: RowMask) -> Bool) {
    forEachPlace { number, base, place in body(number, base, place.live) }
  }

  /// Calls `body` with each chunk that has rows, as ``forEachChunk(_:)`` does, and with all that is known of its place.
  @inline(__always) func forEachPlace(_ body: (_ number: Int, _ base: UnsafeRawPointer, _ place: ChunkView) -> Bool) {
    for page in places.pages.indices where !forEachPlace(inPage: page, body) { return }
  }

  /// Calls `body` with the chunks that have rows and whose places are in one page of ``places``.
  ///
  /// - Parameter first: Where in the page to begin.
  /// - Returns: False if `body` has returned false.
  @inline(__always) func forEachPlace(
    inPage page: Int, from first: Int = 0, _ body: (_ number: Int, _ base: UnsafeRawPointer, _ place: ChunkView) -> Bool
  ) -> Bool {
    let places = places.pages[page]
    if places.isSame(as: Self.noPlaces) { return true }
    var number = page &* PagedArray<ChunkView>.pageCount &+ first
    for place in places[first...] {
      if let base = place.base, !body(number, base, place) { return false }
      number &+= 1
    }
    return true
  }

  /// The positions of all rows.
  var positions: RowSet {
    var masks: [RowMask] = []
    forEachChunk { number, _, live in
      while masks.count < number { masks.append(.none) }
      masks.append(live)
      return true
    }
    return RowSet(masks: masks)
  }

  /// The positions of all rows, in order.
  var positionList: [Int] {
    var positions: [Int] = []
    forEachChunk { number, _, live in
      let first = RowPosition.first(inChunk: number)
      live.forEach { positions.append(first + $0) }
      return true
    }
    return positions
  }

  /// How many rows there are.
  ///
  /// - Complexity: O(*n*) in the number of chunks.
  var count: Int {
    var count = 0
    forEachChunk { _, _, live in
      count += live.count
      return true
    }
    return count
  }

  // MARK: - Changing

  mutating func insert(_ row: Row, at position: Int) {
    let number = RowPosition.chunk(of: position)
    chunks.extend(to: number + 1, with: Self.noChunks)
    places.extend(to: number + 1, with: Self.noPlaces)
    changeChunk(number) { $0.insert(row, at: RowPosition.index(of: position)) }
  }

  /// Inserts rows that are side by side at a position behind all others, and at the following ones.
  mutating func append(_ rows: UnsafeRawPointer, _ count: Int, at position: Int) {
    let end = position + count
    let count = RowPosition.chunk(of: end + RowChunk.positions - 1)
    chunks.extend(to: count, with: Self.noChunks)
    places.extend(to: count, with: Self.noPlaces)
    var next = position
    while next < end {
      let some = min(RowChunk.positions - RowPosition.index(of: next), end - next)
      let first = rows + (next - position) &* memory.stride
      changeChunk(RowPosition.chunk(of: next)) { $0.append(first, some, at: RowPosition.index(of: next)) }
      next += some
    }
  }

  mutating func update(_ row: Row, at position: Int) {
    changeChunk(RowPosition.chunk(of: position)) { $0.update(row, at: RowPosition.index(of: position)) }
  }

  mutating func remove(at position: Int) {
    let number = RowPosition.chunk(of: position)
    changeChunk(number) { $0.remove(at: RowPosition.index(of: position)) }
    if !places[number].live.isEmpty { return }
    emptied = places[number].stamp
    chunks[number] = nil
    places[number] = ChunkView(nil)
    chunks.share(Self.noChunks, inPlaceOf: number) { $0 == nil }
    places.share(Self.noPlaces, inPlaceOf: number) { $0.base == nil }
  }

  /// The pages for each 16,384 positions without any row: emptied positions, and the positions before a row that is
  /// inserted far behind all others. So such a row takes little memory, and a scan passes the positions before it
  /// quickly.
  private static let noChunks = ContiguousArray<RowChunk?>(repeating: nil, count: PagedArray<RowChunk?>.pageCount)
  private static let noPlaces = ContiguousArray(repeating: ChunkView(nil), count: PagedArray<ChunkView>.pageCount)

  /// Calls `body` with an unshared chunk: a new chunk, the current chunk, or a copy of a shared chunk.
  private mutating func changeChunk(_ number: Int, _ body: (RowChunk) -> Void) {
    if chunks[number] == nil {
      // Only a table that outgrew its first chunk gets chunks that start at full size.
      chunks[number] = RowChunk(memory, capacity: number == 0 ? 4 : RowChunk.positions)
    } else if !isKnownUniquelyReferenced(&chunks[number]) {
      chunks[number] = chunks[number]?.copy()
    }
    if let chunk = chunks[number] { body(chunk) }
    places[number] = ChunkView(chunks[number])
  }
}
