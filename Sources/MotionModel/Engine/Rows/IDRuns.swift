/// Where the rows are whose ids are numbers that were given one after the other, so that they are found without
/// hashing.
///
/// A store gives the ids 1, 2, 3, …, and positions are counted in the same way. So the position of a row is as far from
/// its number as that of the row before it, until a number is not used, or is given by hand. For each block of 128
/// numbers, this distance is stored, as the last rows of the block had it. Two rows that follow each other must agree
/// on a distance before it is stored: ids in random order, or with gaps between all of them, leave no trace.
///
/// The distance is only a guess: the row that it leads to may have another id, or be gone. A caller compares the row's
/// id, and looks the id up in the hash table if it differs. So nothing is updated when records are deleted, and every
/// version of a table can share what is stored.
///
/// Numbers that are far ahead of the positions have no block. So all blocks together take less than an eighth of a byte
/// for each position that was ever used, and 1 KB.
@usableFromInline struct IDRuns: Sendable {
  /// For each block, the number that is added to an id.
  @usableFromInline private(set) var distances = PagedArray<Int32>()
  /// The first block that has a distance.
  @usableFromInline private(set) var first = 0
  /// The distance of the row that was noted last.
  private var latest = Self.none

  /// The distance of a block without one: it leads to no position.
  private static let none = Int32.min
  private static let emptyPage = ContiguousArray(repeating: none, count: 128)

  init() {}

  /// Returns the position of the row with a number, if the number was given in sequence. If not, the result means
  /// nothing; it need not be a position.
  @inlinable @inline(__always) func position(of number: Int) -> Int? {
    let block = (number &>> 7) &- first
    guard UInt(bitPattern: block) < UInt(bitPattern: distances.count) else { return nil }
    return number &+ Int(distances[block])
  }

  /// Notes the position of a row that was inserted.
  mutating func note(_ number: Int, at position: Int) {
    guard let distance = Int32(exactly: position &- number), distance != Self.none else { return latest = Self.none }
    defer { latest = distance }
    if distance != latest { return }
    if distances.count == 0 { first = number &>> 7 }
    let block = (number &>> 7) &- first
    guard block >= 0, block <= position / 64 + 64 else { return }
    distances.extend(to: block + 1, with: Self.emptyPage)
    if distances[block] != distance { distances[block] = distance }
  }
}
