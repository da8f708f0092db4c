/// A page of texts in which few different ones occur: those texts, and for each row the number of its text, its *code*.
///
/// Every reader of such a page tests the different texts first, and then the numbers. So a kernel that tests strings,
/// of whatever kind, tests few of them for a whole chunk. Which texts are different is decided by their sixteen bytes:
/// equal texts that are encoded differently are two, and so are long texts that are not the same copy.
///
/// The texts belong to one page and come and go with it, so codes need no table that grows, and no lock.
@usableFromInline struct TextCodes {
  /// The address of the first row's code. Before it is how many texts there are, and before this are the texts.
  private let codes: UnsafeRawPointer

  /// The distance of codes. Rows that have a string are further apart, and so are strings in pages.
  @usableFromInline static var stride: Int { 1 }

  /// The most texts, so that a mask of their numbers is one word, and the texts take little memory.
  static let greatestCount = 32

  /// How many bytes the texts take, with their number.
  static func start(_ count: Int) -> Int { count * MemoryLayout<StringBits>.stride + MemoryLayout<Int>.stride }

  /// - Parameter codes: The address of the first row's code.
  @usableFromInline init(at codes: UnsafeRawPointer) { self.codes = codes }

  /// Whether columns of a type have pages with codes.
  @inlinable @inline(__always)
  static func areUsed<Value>(for type: Value.Type) -> Bool { type == String.self || type == String?.self }

  var count: Int { (codes - MemoryLayout<Int>.stride).load(as: Int.self) }

  private var texts: UnsafeRawPointer { codes - Self.start(count) }

  @inline(__always) func code(_ row: Int) -> Int { Int((codes + row).load(as: UInt8.self)) }

  /// The address of the text of a row.
  @usableFromInline func text(of row: Int) -> UnsafeRawPointer { texts + code(row) &* MemoryLayout<StringBits>.stride }

  /// Calls `body` with the address of each text that occurs among some rows, and in how many.
  func forEachText(_ rows: RowMask, _ body: (_ text: UnsafeRawPointer, _ count: Int) -> Void) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.greatestCount) { counts in
      counts.initialize(repeating: 0)
      rows.forEach { counts[code($0)] &+= 1 }
      for number in 0..<count where counts[number] > 0 {
        body(texts + number &* MemoryLayout<StringBits>.stride, counts[number])
      }
    }
  }

  // MARK: - Kernels

  /// Returns the kernel of a test of strings for pages, with codes and without.
  ///
  /// - Parameter offset: The offset of a string in a row.
  static func kernel(_ kernel: @escaping Kernel, at offset: Int) -> Kernel {
    { base, stride, rows in
      if stride != Self.stride { return kernel(base, stride, rows) }
      let codes = TextCodes(at: base + offset)
      let wanted = codes.numbers(in: rows)
      let passing = kernel(codes.texts - offset, MemoryLayout<StringBits>.stride, RowMask(low: wanted, high: 0))
      return codes.rows(rows, withAnyOf: passing.low, among: wanted)
    }
  }

  /// Returns the numbers of texts that are worth to be tested for some rows: of few rows, only their own.
  private func numbers(in rows: RowMask) -> UInt64 {
    let all = (1 &<< UInt64(count)) &- 1
    if rows.count >= count { return all }
    var numbers: UInt64 = 0
    rows.forEach { numbers |= 1 &<< UInt64(code($0)) }
    return numbers
  }

  /// Returns the rows whose texts have some of the numbers that they can have.
  private func rows(_ rows: RowMask, withAnyOf numbers: UInt64, among all: UInt64) -> RowMask {
    if numbers == 0 { return .none }
    if numbers == all { return rows }
    if numbers & (numbers &- 1) == 0 { return self.rows(rows, with: numbers.trailingZeroBitCount) }
    return rows.filter { numbers &>> UInt64(code($0)) & 1 != 0 }
  }

  /// Returns the rows with one number. Eight are compared at once.
  private func rows(_ rows: RowMask, with number: Int) -> RowMask {
    let pattern = UInt64(number) &* 0x0101_0101_0101_0101
    return rows.filter(bytesAt: codes) { eight in
      // Numbers are below 128, so this sets the first bit of each byte that differs, and of no other.
      let different = ((eight ^ pattern) &+ 0x7F7F_7F7F_7F7F_7F7F) &>> 7
      return lastBits(ofBytes: ~different)
    }
  }
}

/// Numbers the different texts of some rows, for a page that is to be made.
final class TextCoder: @unchecked Sendable {
  private let texts: UnsafeMutablePointer<StringBits>
  private let codes: UnsafeMutablePointer<UInt8>
  /// For each hash the number of a text and one; 0 when there is none.
  private let slots: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var rows = 0

  private static let slotBits = 7

  init() {
    texts = .allocate(capacity: TextCodes.greatestCount)
    codes = .allocate(capacity: RowChunk.positions + 8)
    slots = .allocate(capacity: 1 << Self.slotBits)
  }

  deinit {
    texts.deallocate()
    codes.deallocate()
    slots.deallocate()
  }

  /// How many bytes the page takes, so that the next one is aligned.
  var bytes: Int { (TextCodes.start(count) + rows + 7) & ~7 }

  /// Numbers the texts of some rows.
  ///
  /// - Parameter base: The address of the first text.
  /// - Returns: Whether there are so few that codes take less room than the texts.
  func read(_ base: UnsafeRawPointer, _ stride: Int, _ rows: Int) -> Bool {
    (count, self.rows) = (0, rows)
    slots.update(repeating: 0, count: 1 << Self.slotBits)
    let greatest = min(TextCodes.greatestCount, rows / 2)
    for row in 0..<rows {
      guard let number = number(of: StringBits(at: base + row &* stride), greatest) else { return false }
      codes[row] = UInt8(truncatingIfNeeded: number)
    }
    // Codes are read eight at a time.
    for row in rows..<(rows + 7) & ~7 { codes[row] = 0 }
    return true
  }

  @inline(__always) private func number(of text: StringBits, _ greatest: Int) -> Int? {
    let hash = (text.low ^ (text.high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    var slot = Int(truncatingIfNeeded: hash &>> (64 - Self.slotBits))
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if texts[number] == text { return number }
      slot = (slot + 1) & (1 << Self.slotBits - 1)
    }
    if count == greatest { return nil }
    texts[count] = text
    count += 1
    slots[slot] = UInt8(truncatingIfNeeded: count)
    return count - 1
  }

  /// Writes the texts that were read to a page.
  func write(to page: UnsafeMutableRawPointer) {
    let start = TextCodes.start(count)
    page.copyMemory(from: texts, byteCount: count * MemoryLayout<StringBits>.stride)
    (page + start - MemoryLayout<Int>.stride).storeBytes(of: count, as: Int.self)
    (page + start).copyMemory(from: codes, byteCount: (rows + 7) & ~7)
  }
}
