import Foundation
import MotionModel

/// Sorted values, read by rank, to which values are added and from which they are removed.
///
/// They are kept in blocks of about √*n* values. Adding only collects: reading a rank sorts the added values, or
/// inserts them if they are few.
///
/// - Complexity: O(√*n*) to add, remove or read one of *n* values; O(*n* log *n*) to add all of them.
struct RankedValues<Value: ColumnValue>: Sendable {
  /// Sorted, none of them empty, and in order.
  private var blocks: [[Value]] = []
  /// What was added since a rank was read, in no order.
  private var added: [Value] = []
  /// How many values are in blocks.
  private var blockedCount = 0
  /// How many values a new block gets; one with twice as many is divided.
  private var capacity = 64

  /// How many values there are.
  var count: Int { blockedCount + added.count }

  mutating func add(_ value: Value) { added.append(value) }

  /// Removes a value that was added.
  mutating func remove(_ value: Value) {
    settle()
    let block = blockIndex(of: value)
    guard block < blocks.count else { return }
    let index = blocks[block].partitionIndex { Value.precedes($0, value) }
    if Value.precedes(value, blocks[block][index]) { return }
    blocks[block].remove(at: index)
    if blocks[block].isEmpty { blocks.remove(at: block) }
    blockedCount -= 1
  }

  // MARK: - Reading

  /// Returns the value before which there are `rank` others. There must be one.
  mutating func value(at rank: Int) -> Value {
    settle()
    var (block, rest) = (0, rank)
    while rest >= blocks[block].count {
      rest -= blocks[block].count
      block += 1
    }
    return blocks[block][rest]
  }

  /// Returns how many values come before a value, which need not be there.
  mutating func rank(of value: Value) -> Int { rank { Value.precedes($0, value) } }

  /// Returns how many values come before a value or are equal to it.
  mutating func rank(after value: Value) -> Int { rank { !Value.precedes(value, $0) } }

  /// Returns all values in order.
  mutating func sorted() -> [Value] {
    settle()
    return Array(blocks.joined())
  }

  private mutating func rank(_ isBefore: (Value) -> Bool) -> Int {
    settle()
    let block = blocks.partitionIndex { isBefore($0[$0.count - 1]) }
    let before = blocks[..<block].reduce(0) { $0 + $1.count }
    return block == blocks.count ? before : before + blocks[block].partitionIndex(where: isBefore)
  }

  // MARK: - Order

  /// Puts what was added into the blocks.
  private mutating func settle() {
    if added.isEmpty { return }
    if added.count > blockedCount / 8 {
      blocks.append(Self.sorted(added))
      rebuild()
    } else {
      for value in added { insert(value) }
      if blockedCount > 8 * capacity * capacity { rebuild() }
    }
    added.removeAll(keepingCapacity: added.count < 64)
  }

  /// Divides all values into blocks that suit their number.
  private mutating func rebuild() {
    let all = Self.sorted(Array(blocks.joined()))
    (blocks, blockedCount) = ([], all.count)
    capacity = max(64, Int(Double(all.count).squareRoot()))
    blocks.reserveCapacity(all.count / capacity + 1)
    for start in stride(from: 0, to: all.count, by: capacity) {
      blocks.append(Array(all[start..<min(start + capacity, all.count)]))
    }
  }

  private mutating func insert(_ value: Value) {
    blockedCount += 1
    if blocks.isEmpty { return blocks.append([value]) }
    let block = min(blockIndex(of: value), blocks.count - 1)
    blocks[block].insert(value, at: blocks[block].partitionIndex { Value.precedes($0, value) })
    let size = blocks[block].count
    if size < 2 * capacity { return }
    let upper = Array(blocks[block][(size / 2)...])
    blocks[block].removeLast(size - size / 2)
    blocks.insert(upper, at: block + 1)
  }

  /// Returns the first block that has a value which does not come before another one; the number of blocks if none has.
  private func blockIndex(of value: Value) -> Int {
    blocks.partitionIndex { Value.precedes($0[$0.count - 1], value) }
  }

  /// Returns values in order. Two sorted halves are merged, which takes O(*n*).
  private static func sorted(_ values: [Value]) -> [Value] {
    // The compiler specializes the sort for the types that most values have.
    if let numbers = values as? [Double], let sorted = numbers.sorted() as? [Value] { return sorted }
    if let dates = values as? [Date], let sorted = dates.sorted() as? [Value] { return sorted }
    return values.sorted(by: Value.precedes)
  }
}

/// Returns whether a value has a place in an order: it is not NaN.
func hasPlace<Value: ColumnValue>(_ value: Value) -> Bool {
  if let value = value as? Decimal { return !value.isNaN }
  return value == value
}

/// Returns whether two values are equal, or both are not numbers.
func isSameValue<Value: ColumnValue>(_ first: Value, _ second: Value) -> Bool {
  first == second || !hasPlace(first) && !hasPlace(second)
}
