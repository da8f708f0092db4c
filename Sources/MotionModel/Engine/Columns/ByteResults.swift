/// The results of a kernel for the values of a column of one byte.
struct ByteResults: Sendable {
  /// For each byte: 0 when the result is not known, 1 when rows with this byte fail, 2 when they pass.
  private var results = [UInt8](repeating: 0, count: 256)

  /// Returns a kernel that tests nothing but a byte at an offset of the rows, and calls another kernel once for each
  /// byte that occurs.
  static func kernel(_ kernel: @escaping Kernel, at offset: Int) -> Kernel {
    // Threads may test rows at the same time: each writes what it has learned, and at worst two learn the same.
    let known = Locked<ByteResults?>(nil)
    return { base, stride, rows in
      if rows.count < 8 { return kernel(base, stride, rows) }
      var results = known.withLock { $0 } ?? ByteResults()
      let (found, isComplete) = results.test(base + offset, stride, rows)
      if isComplete { return found }
      results.learn(base, offset, stride, rows, kernel)
      known.withLock { $0 = results }
      return results.test(base + offset, stride, rows).found
    }
  }

  /// Returns the rows that pass, and whether the results of all rows are known.
  private func test(_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> (found: RowMask, isComplete: Bool) {
    results.withUnsafeBufferPointer { results in
      var least: UInt8 = 2
      let found = rows.filter { row in
        let result = results[Int((base + row &* stride).load(as: UInt8.self))]
        least = min(least, result)
        return result == 2
      }
      return (found, least > 0)
    }
  }

  /// Adds the results of the bytes that occur in some rows.
  private mutating func learn(
    _ base: UnsafeRawPointer, _ offset: Int, _ stride: Int, _ rows: RowMask, _ kernel: Kernel
  ) {
    rows.forEach { row in
      let byte = Int((base + offset + row &* stride).load(as: UInt8.self))
      if results[byte] == 0 { results[byte] = kernel(base, stride, .row(row)).isEmpty ? 1 : 2 }
    }
  }
}
