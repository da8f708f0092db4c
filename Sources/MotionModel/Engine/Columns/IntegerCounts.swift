/// Counts how often each of many integers occurs, in a table of its own, which takes a fraction of the time of a
/// dictionary.
///
/// Each integer has a slot, which a multiplication chooses, or the first free one behind it. Integers can be chosen to
/// have the same slot. So a search ends after a few slots, and the integer is counted in a dictionary.
///
/// Only one thread at a time uses it.
final class IntegerCounts: @unchecked Sendable {
  private struct Slot {
    var integer = 0
    /// How often the integer occurs; 0 for a free slot.
    var count = 0
  }

  @exclusivity(unchecked) private var slots: UnsafeMutableBufferPointer<Slot>
  /// How many slots are not free.
  private var used = 0
  /// The integers for which no slot was found in time.
  private var others: [Int: Int] = [:]

  /// The most slots that are looked at for one integer.
  private static let greatestSearch = 32

  init() { slots = Self.free(256) }

  deinit { slots.deallocate() }

  private static func free(_ count: Int) -> UnsafeMutableBufferPointer<Slot> {
    let slots = UnsafeMutableBufferPointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot())
    return slots
  }

  /// Counts the integers of some rows.
  ///
  /// - Parameter offset: That of the integer in a row.
  /// - Complexity: O(1) for each row.
  func add(_ run: RowRun, at offset: Int) {
    run.rows.forEach { add(run[$0][Int.self, at: offset], 1) }
  }

  /// Adds the counts of other rows.
  func add(_ other: IntegerCounts) {
    for slot in other.slots where slot.count > 0 { add(slot.integer, slot.count) }
    for (integer, count) in other.others { add(integer, count) }
  }

  @inline(__always) private func add(_ integer: Int, _ count: Int) {
    let mask = slots.count &- 1
    var index = Self.start(integer) & mask
    for _ in 0..<Self.greatestSearch {
      if slots[index].count > 0 && slots[index].integer == integer {
        slots[index].count &+= count
        return
      }
      if slots[index].count == 0 { return insert(integer, count, at: index) }
      index = (index &+ 1) & mask
    }
    others[integer, default: 0] += count
  }

  @inline(__always) private static func start(_ integer: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: Int64(integer)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
  }

  private func insert(_ integer: Int, _ count: Int, at index: Int) {
    slots[index] = Slot(integer: integer, count: count)
    used += 1
    if 2 * used > slots.count { grow() }
  }

  private func grow() {
    let old = slots
    (slots, used) = (Self.free(4 * old.count), 0)
    for slot in old where slot.count > 0 { add(slot.integer, slot.count) }
    old.deallocate()
  }

  /// How often each integer occurs.
  var result: [Int: Int] {
    // An integer may have been counted in `others` before a larger table had a slot for it.
    var result = others
    result.reserveCapacity(used + others.count)
    for slot in slots where slot.count > 0 { result[slot.integer, default: 0] += slot.count }
    return result
  }
}
