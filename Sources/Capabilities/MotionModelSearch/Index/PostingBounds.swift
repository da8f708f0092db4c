/// Upper bounds for the scores of the rows of each block of a word.
///
/// Rows that have the word in one column have a separate bound for each column. Rows that have it in several columns
/// are bounded by corners: a row is within a corner if it has the word no more often in each column, and no fewer words
/// there. A row that is within no other row's corner is a corner itself, so the score of a corner is the score of a
/// row. When corners are too many, the closest two are united; no row needs to have the score of a united corner, nor
/// of a corner of long texts (see ``ByteLength``).
struct PostingBounds: Sendable {
  /// The numbers of a corner in a column.
  struct Extent: Sendable, Equatable {
    /// How often a row has the word at most, or the greatest number if it does not fit.
    fileprivate(set) var count: UInt8 = 0
    /// How many words a row has at least, where it has the word; see ``ByteLength``.
    private(set) var code: UInt8 = .max

    /// How often a row has the word at most.
    var most: UInt32 { count == .max ? .max : UInt32(count) }
    /// How many words a row has at least, where it has the word.
    var length: UInt32 { ByteLength.length(code) }

    fileprivate init() {}

    fileprivate init(_ count: UInt32, _ length: UInt32) {
      if count == 0 { return }
      (self.count, code) = (UInt8(clamping: count), ByteLength.code(length))
    }

    fileprivate func covers(_ other: Extent) -> Bool { count >= other.count && code <= other.code }

    fileprivate func union(_ other: Extent) -> Extent {
      var union = self
      (union.count, union.code) = (max(count, other.count), min(code, other.code))
      return union
    }

    /// How different two are: from 0 to 2.
    fileprivate func distance(to other: Extent) -> Double {
      func share(_ one: UInt32, _ other: UInt32) -> Double {
        one == other ? 0 : 1 - Double(min(one, other)) / Double(max(one, other))
      }
      return share(most, other.most) + share(length, other.length)
    }
  }

  let columns: Int
  /// The bounds of the rows that have the word in one column: first of the first block, one for each column, then of
  /// the next.
  private var single: ContiguousArray<PostingBound> = []
  /// The corners of the first block, each with an extent for each column, then those of the next. A corner that is not
  /// used covers no row.
  private var corners: ContiguousArray<Extent> = []
  /// How many rows on which they rested each block has lost since its bounds were computed.
  private var worn: ContiguousArray<UInt8> = []

  /// The maximum number of corners of a block.
  static let most = 4

  init(columns: Int) { self.columns = columns }

  /// Bounds of one block, of whose rows only is known how often they have the word at most in each column.
  init(greatest: some Collection<UInt32>) {
    self.init(columns: greatest.count)
    appendBlock()
    for (column, count) in greatest.enumerated() {
      single[column].add(count, 1)
      if columns > 1 { corners[column] = Extent(count, 1) }
    }
  }

  /// How many blocks there are.
  var count: Int { single.count / columns }

  // MARK: - Looking up

  /// The bounds of the rows of a block that have the word in no other column than this.
  @inline(__always)
  func single(_ block: Int, _ column: Int) -> PostingBound { single[block &* columns &+ column] }

  /// Calls `body` with the corners of the rows of a block that have the word in several columns.
  @inline(__always)
  func forEachCorner(_ block: Int, _ body: (_ extents: UnsafeBufferPointer<Extent>) -> Void) {
    if columns == 1 { return }
    corners.withUnsafeBufferPointer { corners in
      for corner in 0..<Self.most {
        let start = (block &* Self.most &+ corner) &* columns
        let extents = UnsafeBufferPointer(rebasing: corners[start..<start &+ columns])
        if extents.contains(where: { $0.count > 0 }) { body(extents) }
      }
    }
  }

  /// Whether a row is within the bounds of a block.
  func allows(_ row: PostingRow, in block: Int) -> Bool {
    if let column = row.onlyColumn { return single(block, column).allows(row.counts[column], row.lengths[column]) }
    return anyCorner(block, row) { corner, extent in corner.covers(extent) }
  }

  /// Whether the bounds of a block may be others without a row. They stay true; but they should not be those of many
  /// rows that are gone.
  func rests(on row: PostingRow, in block: Int) -> Bool {
    if let column = row.onlyColumn { return single(block, column).rests(on: row.counts[column], row.lengths[column]) }
    return anyCorner(block, row) { corner, extent in corner == extent }
  }

  /// Whether some corner of a block is in each column what a test asks for, given the extent of a row.
  private func anyCorner(_ block: Int, _ row: PostingRow, _ isMet: (_ corner: Extent, _ row: Extent) -> Bool) -> Bool {
    var isAny = false
    forEachCorner(block) { extents in
      isAny = isAny || row.counts.indices.allSatisfy { isMet(extents[$0], Extent(row.counts[$0], row.lengths[$0])) }
    }
    return isAny
  }

  // MARK: - Changing

  /// Adds the bounds of a block without rows.
  mutating func appendBlock() {
    single.append(contentsOf: repeatElement(PostingBound(), count: columns))
    if columns > 1 { corners.append(contentsOf: repeatElement(Extent(), count: columns * Self.most)) }
    worn.append(0)
  }

  mutating func append(_ other: PostingBounds) {
    single += other.single
    corners += other.corners
    worn += other.worn
  }

  /// Replaces the bounds of blocks.
  mutating func replace(_ blocks: Range<Int>, with new: PostingBounds) {
    func range(_ size: Int) -> Range<Int> { blocks.lowerBound * size..<blocks.upperBound * size }
    single.replaceSubrange(range(columns), with: new.single)
    if columns > 1 { corners.replaceSubrange(range(columns * Self.most), with: new.corners) }
    worn.replaceSubrange(blocks, with: new.worn)
  }

  /// Takes note that a block lost a row on which its bounds rested, and returns how many these are.
  mutating func wear(_ block: Int) -> Int {
    worn[block] += 1
    return Int(worn[block])
  }

  /// Takes a row into the bounds of a block.
  @inline(__always)
  mutating func add(_ row: PostingRow, in block: Int) {
    if let column = row.onlyColumn {
      single[block &* columns &+ column].add(row.counts[column], row.lengths[column])
    } else if columns > 1 {
      withUnsafeTemporaryAllocation(of: Extent.self, capacity: columns) { extents in
        for column in 0..<columns {
          extents.initializeElement(at: column, to: Extent(row.counts[column], row.lengths[column]))
        }
        corners.withUnsafeMutableBufferPointer { corners in
          let size = columns &* Self.most
          let own = UnsafeMutableBufferPointer(rebasing: corners[block &* size..<(block &+ 1) &* size])
          Corners(extents: own, columns: columns).insert(UnsafeBufferPointer(extents))
        }
      }
    }
  }
}

/// The corners of a block while a row is taken in.
private struct Corners {
  typealias Extent = PostingBounds.Extent

  let extents: UnsafeMutableBufferPointer<Extent>
  let columns: Int

  private subscript(corner: Int) -> UnsafeMutableBufferPointer<Extent> {
    @inline(__always) get {
      UnsafeMutableBufferPointer(rebasing: extents[corner &* columns..<(corner &+ 1) &* columns])
    }
  }

  private func read(_ corner: Int) -> UnsafeBufferPointer<Extent> { UnsafeBufferPointer(self[corner]) }

  func insert(_ row: UnsafeBufferPointer<Extent>) {
    for corner in 0..<PostingBounds.most where covers(read(corner), row) { return }
    clear(coveredBy: row)
    let free = (0..<PostingBounds.most).first { corner in read(corner).allSatisfy { $0.count == 0 } }
    if let free { put(row, at: free) } else { unite(with: row) }
  }

  /// Unites the closest two of the corners and a row, so that there is room for it.
  private func unite(with row: UnsafeBufferPointer<Extent>) {
    var (closest, least) = ((into: 0, corner: Int?.none), Double.infinity)
    for into in 0..<PostingBounds.most {
      for corner in into + 1...PostingBounds.most {
        let isRow = corner == PostingBounds.most
        let distance = distance(read(into), isRow ? row : read(corner))
        if distance < least { (closest, least) = ((into, isRow ? nil : corner), distance) }
      }
    }
    let other = closest.corner.map(read) ?? row
    for column in 0..<columns { self[closest.into][column] = self[closest.into][column].union(other[column]) }
    if let corner = closest.corner { put(row, at: corner) }
    clear(coveredBy: read(closest.into), except: closest.into)
  }

  private func put(_ row: UnsafeBufferPointer<Extent>, at corner: Int) { _ = self[corner].update(fromContentsOf: row) }

  /// Clears the corners that another one covers.
  private func clear(coveredBy other: UnsafeBufferPointer<Extent>, except kept: Int? = nil) {
    for corner in 0..<PostingBounds.most where corner != kept && covers(other, read(corner)) {
      self[corner].update(repeating: Extent())
    }
  }

  @inline(__always)
  private func covers(_ one: UnsafeBufferPointer<Extent>, _ other: UnsafeBufferPointer<Extent>) -> Bool {
    for column in 0..<columns where !one[column].covers(other[column]) { return false }
    return true
  }

  private func distance(_ one: UnsafeBufferPointer<Extent>, _ other: UnsafeBufferPointer<Extent>) -> Double {
    (0..<columns).reduce(0.0) { $0 + one[$1].distance(to: other[$1]) }
  }
}
