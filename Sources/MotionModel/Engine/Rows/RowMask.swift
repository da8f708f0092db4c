/// A set of rows of one chunk, a bit for each: the positions that have a row, or the rows that meet a predicate.
@usableFromInline package struct RowMask: Sendable, Equatable {
  /// Rows 0…63.
  @usableFromInline package var low: UInt64
  /// Rows 64…127.
  @usableFromInline package var high: UInt64

  @inlinable package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// No row.
  @inlinable package static var none: RowMask { RowMask(low: 0, high: 0) }

  @inlinable package var isEmpty: Bool { low | high == 0 }

  @inlinable package var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  @inlinable package static func & (a: RowMask, b: RowMask) -> RowMask {
    RowMask(low: a.low & b.low, high: a.high & b.high)
  }

  @inlinable package static func | (a: RowMask, b: RowMask) -> RowMask {
    RowMask(low: a.low | b.low, high: a.high | b.high)
  }

  /// Returns the rows of this set that are not in another.
  @inlinable package func subtracting(_ other: RowMask) -> RowMask {
    RowMask(low: low & ~other.low, high: high & ~other.high)
  }

  /// The first `count` rows of a chunk.
  init(prefix count: Int) {
    self.init(
      low: count >= 64 ? .max : (1 &<< UInt64(count)) &- 1,
      high: count >= 128 ? .max : count <= 64 ? 0 : (1 &<< UInt64(count - 64)) &- 1)
  }

  /// One row alone.
  @inlinable package static func row(_ index: Int) -> RowMask {
    index < 64 ? RowMask(low: 1 &<< UInt64(index), high: 0) : RowMask(low: 0, high: 1 &<< UInt64(index - 64))
  }

  // MARK: - Positions and slots

  /// Whether the set is empty or the first rows of the chunk and no others. The set of positions that have a row
  /// nearly always is.
  @inlinable var isPrefix: Bool {
    let (next, carry) = low.addingReportingOverflow(1)
    return (low & next) | (high & (high &+ (carry ? 1 : 0))) == 0
  }

  /// The slot of the row at a position, in a chunk that has rows at the positions of this set.
  @inlinable @inline(__always) func slot(of position: Int) -> Int { isPrefix ? position : count(before: position) }

  /// How many positions of this set come before a position.
  @usableFromInline func count(before position: Int) -> Int { (self & RowMask(prefix: position)).count }

  /// Returns the slots of the rows at some positions, in a chunk that has rows at the positions of this set.
  func slots(of positions: RowMask) -> RowMask {
    if isPrefix { return positions }
    var slots = RowMask.none
    forEachSlot { slot, position in if positions.contains(position) { slots.insert(slot) } }
    return slots
  }

  /// Returns the positions of the rows in some slots, in a chunk that has rows at the positions of this set.
  func positions(of slots: RowMask) -> RowMask {
    if isPrefix { return slots }
    var positions = RowMask.none
    forEachSlot { slot, position in if slots.contains(slot) { positions.insert(position) } }
    return positions
  }

  /// Calls `body` with the slot and the position of each row, in a chunk that has rows at the positions of this set.
  @inline(__always) func forEachSlot(_ body: (_ slot: Int, _ position: Int) -> Void) {
    var slot = 0
    forEach { position in
      body(slot, position)
      slot += 1
    }
  }

  // MARK: - Members

  @inlinable package func contains(_ index: Int) -> Bool { !(self & .row(index)).isEmpty }

  @inlinable package mutating func insert(_ index: Int) { self = self | .row(index) }

  @inlinable package mutating func remove(_ index: Int) { self = subtracting(.row(index)) }

  /// Calls `body` with each row in ascending order.
  @inlinable @inline(__always)
  package func forEach<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
    try Self.forEach(low, from: 0, body)
    try Self.forEach(high, from: 64, body)
  }

  /// Calls `body` with each row of a word. A full word, as nearly all words are when every row is meant, is a plain
  /// loop.
  @inlinable @inline(__always) static func forEach<Failure: Error>(
    _ word: UInt64, from start: Int, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    if word == .max {
      for bit in 0..<64 { try body(start &+ bit) }
      return
    }
    var rest = word
    while rest != 0 {
      try body(start &+ rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  /// Returns the rows of this set for which `test` returns true. The loop has no branches except those of `test`.
  @inline(__always) func filter(_ test: (Int) -> Bool) -> RowMask {
    RowMask(low: Self.filter(low, from: 0, test), high: Self.filter(high, from: 64, test))
  }

  @inline(__always) private static func filter(_ word: UInt64, from start: Int, _ test: (Int) -> Bool) -> UInt64 {
    if word == .max { return filter(from: start, test) }
    var kept: UInt64 = 0
    var rest = word
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      kept |= (test(start + bit) ? 1 : 0) &<< UInt64(bit)
      rest &= rest &- 1
    }
    return kept
  }

  /// Filters 64 rows, eight at a time: the processor shifts faster by constant distances than by varying ones.
  @inline(__always) private static func filter(from start: Int, _ test: (Int) -> Bool) -> UInt64 {
    var kept: UInt64 = 0
    for group in 0..<8 {
      var bits: UInt64 = 0
      for bit in 0..<8 { bits |= (test(start &+ group &* 8 &+ bit) ? 1 : 0) &<< UInt64(bit) }
      kept |= bits &<< UInt64(group &* 8)
    }
    return kept
  }

  /// Returns the first `limit` rows after the first `offset` rows.
  func window(offset: Int, limit: Int) -> RowMask {
    var kept = RowMask.none
    var index = 0
    forEach { row in
      if index >= offset && index - offset < limit { kept.insert(row) }
      index += 1
    }
    return kept
  }
}
