/// What is known of the rows of a block in one column, by which no score of them can be greater than a number: how short the
/// rows are that have the word once, twice and so on.
///
/// It holds numbers of words and no score, so it stays true while rows come and go elsewhere and the average length
/// changes.
struct PostingBound: Sendable, Equatable {
  /// How many words the shortest row has that has the word once, twice and so on, up to six times, and more often; the
  /// last number is how often a row has the word at most, or the greatest number if it does not fit.
  private var numbers = SIMD8<UInt16>(.max, .max, .max, .max, .max, .max, .max, 0)

  private static let slots = 7

  /// The greatest length that is known. A row may be longer; a bound that takes it for shorter still holds. The greatest
  /// number of all means that there is no row.
  private static let longest = UInt32(UInt16.max) - 1

  /// How often a row has the word at most.
  var greatest: UInt32 { numbers[Self.slots] == .max ? .max : UInt32(numbers[Self.slots]) }

  /// Whether how often a row has the word is exactly known wherever a length is.
  var isExact: Bool { greatest < UInt32(Self.slots) }

  /// Takes a row in.
  @inline(__always)
  mutating func add(_ count: UInt32, _ length: UInt32) {
    if count == 0 { return }
    let slot = Self.slot(count)
    numbers[Self.slots] = max(numbers[Self.slots], UInt16(clamping: count))
    numbers[slot] = min(numbers[slot], UInt16(min(length, Self.longest)))
  }

  @inline(__always)
  private static func slot(_ count: UInt32) -> Int { Int(min(count, UInt32(slots))) &- 1 }

  /// Calls `body` with how often rows may have the word, and how short they may then be.
  @inline(__always)
  func forEach(_ body: (_ count: UInt32, _ length: UInt32) -> Void) {
    let greatest = greatest
    for slot in 0..<Int(min(UInt32(Self.slots), greatest)) {
      let isLast = slot == Self.slots - 1
      if !isLast && numbers[slot] == .max { continue }
      body(isLast ? greatest : UInt32(slot) + 1, UInt32(numbers[slot]))
    }
  }

  /// Whether a row is within the numbers.
  func allows(_ count: UInt32, _ length: UInt32) -> Bool {
    count == 0 || count <= greatest && length >= numbers[Self.slot(count)]
  }

  /// Whether the numbers may be others without a row. They stay true; but they should not be those of rows that are gone.
  func rests(on count: UInt32, _ length: UInt32) -> Bool {
    count > 0 && (count >= max(2, greatest) || min(length, Self.longest) <= numbers[Self.slot(count)])
  }
}

/// How postings are kept, and the lengths of the rows that they are of.
struct PostingForm {
  /// The maximum number of rows of a block.
  let blockSize: Int
  let places: PlaceForm

  /// Calls `body` with how often each row of a block, or some of its rows, have the word in each column, and how many words they
  /// have there.
  @inline(__always)
  func forEachCount(
    of block: PostingBlock, rows: Range<Int>? = nil, _ lengths: RowLengths,
    _ body: (_ row: Int, _ column: Int, _ count: UInt32, _ length: UInt32) -> Void
  ) {
    if rows?.isEmpty == true { return }
    var counts = ContiguousArray<UInt32>(repeating: 0, count: places.columns)
    block.read { view in
      view.forEach(rows ?? 0..<view.count) { row, position, places in
        self.places.count(places, in: &counts)
        for column in counts.indices { body(row, column, counts[column], lengths[position, column]) }
      }
    }
  }

  /// Returns the bounds of the rows of a block, one for each column.
  func bounds(of block: PostingBlock, _ lengths: RowLengths) -> ContiguousArray<PostingBound> {
    var bounds = ContiguousArray(repeating: PostingBound(), count: places.columns)
    forEachCount(of: block, lengths) { _, column, count, length in bounds[column].add(count, length) }
    return bounds
  }
}
