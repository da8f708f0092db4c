/// The rows of a finder, counted before anybody goes through them.
@usableFromInline
struct CountedRows {
  private let execution: Execution
  @usableFromInline let count: Int

  init(_ execution: Execution) { (self.execution, count) = (execution, execution.count) }

  /// Calls `body` with the memory of each chunk and the rows of it that are meant, in the finder's order.
  @usableFromInline
  func forEachPart(_ body: (_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> Void) {
    execution.forEachPart(body)
  }

  /// What a reader makes of each row, written straight to an array of the right size.
  @inlinable @inline(__always)
  func values<Reader: RowReader>(_ reader: Reader) -> [Reader.Value] {
    // NB: Swift writes to the empty array that all share when it is made by this initializer, which the thread sanitizer reports.
    if count == 0 { return [] }
    return [Reader.Value](unsafeUninitializedCapacity: count) { buffer, count in
      // There is memory, as there are rows.
      guard var target = buffer.baseAddress else { return }
      forEachPart { base, stride, rows in
        var next = target
        rows.forEach { row in
          next.initialize(to: reader.value(in: base + row &* stride))
          next += 1
        }
        target = next
      }
      count = self.count
    }
  }
}
