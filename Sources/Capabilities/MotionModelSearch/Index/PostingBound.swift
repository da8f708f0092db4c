/// Bounds the scores of the rows of a block that have the word in one column alone: it knows how short the rows are
/// that have the word once, twice and so on.
///
/// It holds numbers of words and no score, so it stays true while rows come and go elsewhere and the average length
/// changes. Each is a byte, because there is a bound for each block and column.
struct PostingBound: Sendable, Equatable {
  /// How many words the shortest row has that has the word once, twice and so on, up to six times, and more often; the
  /// last number is how often a row has the word at most, or the greatest number if it does not fit.
  private var numbers = SIMD8<UInt8>(.max, .max, .max, .max, .max, .max, .max, 0)

  private static let slots = 7

  /// How often a row has the word at most.
  var greatest: UInt32 { numbers[Self.slots] == .max ? .max : UInt32(numbers[Self.slots]) }

  /// Whether how often a row has the word is exactly known wherever a length is.
  var isExact: Bool { greatest < UInt32(Self.slots) }

  /// Takes a row in.
  @inline(__always)
  mutating func add(_ count: UInt32, _ length: UInt32) {
    if count == 0 { return }
    let slot = Self.slot(count)
    numbers[Self.slots] = max(numbers[Self.slots], UInt8(clamping: count))
    numbers[slot] = min(numbers[slot], ByteLength.code(length))
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
      body(isLast ? greatest : UInt32(slot) + 1, ByteLength.length(numbers[slot]))
    }
  }

  /// Whether a row is within the numbers.
  func allows(_ count: UInt32, _ length: UInt32) -> Bool {
    count == 0 || count <= greatest && ByteLength.code(length) >= numbers[Self.slot(count)]
  }

  /// Whether the numbers may be others without a row. They stay true; but they should not be those of rows that are
  /// gone.
  func rests(on count: UInt32, _ length: UInt32) -> Bool {
    count > 0 && (count >= max(2, greatest) || ByteLength.code(length) <= numbers[Self.slot(count)])
  }
}
