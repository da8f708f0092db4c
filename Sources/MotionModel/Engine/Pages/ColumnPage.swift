/// The memory of one page: the values of one column of one chunk, side by side. It never changes.
///
/// The object and the values are one allocation.
final class ColumnPage: ManagedBuffer<ColumnPage.Head, UInt64> {
  struct Head {
    fileprivate let memory: PageMemory
    fileprivate let bytes: Int
  }

  /// What a page takes besides its values.
  private static let overhead = 48

  /// Makes the page of some rows.
  ///
  /// - Returns: Nil when the store has no memory left for it.
  static func make(
    _ form: PageForm, of base: UnsafeRawPointer, _ rowStride: Int, _ count: Int, in memory: PageMemory
  ) -> ColumnPage? {
    let bytes = form.stride * count
    guard memory.reserve(bytes + overhead) else { return nil }
    let buffer = create(minimumCapacity: (bytes + 7) / 8) { _ in Head(memory: memory, bytes: bytes + overhead) }
    form.copy(
      from: base, rowStride, count, to: buffer.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) })
    return unsafeDowncast(buffer, to: ColumnPage.self)
  }

  /// The address of the first value.
  var values: UnsafeRawPointer { withUnsafeMutablePointerToElements { UnsafeRawPointer($0) } }

  deinit {
    let head = header
    head.memory.release(head.bytes)
  }
}
