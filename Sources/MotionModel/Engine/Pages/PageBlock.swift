/// The memory of some pages of one column, which a scan makes in sequence. It is freed with the last of its pages.
///
/// Pages that lie side by side are read several times as quickly as pages that lie apart, because the processor reads
/// ahead. A block is small, so that its last page keeps little memory when the other pages are replaced.
///
/// The object and the values are one allocation.
final class PageBlock: ManagedBuffer<PageBlock.Head, UInt64> {
  struct Head {
    fileprivate let memory: PageMemory
    fileprivate let bytes: Int
    /// How many bytes of values have pages.
    fileprivate var used = 0
  }

  /// How many pages a block has room for at most. It has more of them where texts have codes, which take less room.
  static let greatestCount = 16

  /// What a block takes besides the values.
  private static let overhead = 56

  /// - Parameter bytes: A number that ``PageLayout/bytes(of:)`` returns, or a multiple of one.
  /// - Returns: Nil when the store has no memory left for it.
  static func make(_ bytes: Int, in memory: PageMemory) -> PageBlock? {
    guard memory.reserve(bytes + overhead) else { return nil }
    let buffer = create(minimumCapacity: bytes / 8) { _ in Head(memory: memory, bytes: bytes + overhead) }
    return unsafeDowncast(buffer, to: PageBlock.self)
  }

  /// Takes the memory of the next page.
  ///
  /// - Returns: Nil when the block is full.
  func take(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let (start, end) = (header.used, header.used + bytes)
    if end + Self.overhead > header.bytes { return nil }
    header.used = end
    return withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) } + start
  }

  deinit {
    let head = header
    head.memory.release(head.bytes)
  }
}
