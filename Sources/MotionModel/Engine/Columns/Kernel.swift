/// A test of many rows at once: takes the memory of a chunk and the rows to test, and returns the rows that pass.
typealias Kernel = @Sendable (_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> RowMask

extension Row {
  /// Returns whether the row passes a test.
  func passes(_ kernel: Kernel) -> Bool { !kernel(address, 0, .row(0)).isEmpty }
}

extension ColumnProperty {
  /// Creates the kernel of a test.
  ///
  /// Where values lie side by side, as in a page, their distance is a constant, for which the compiler makes a quicker
  /// loop.
  @inline(__always) func kernel<Test: ValueTest<Value>>(_ test: Test) -> Kernel {
    // It does not call `passing(_:_:_:_:)`: then the compiler inlines the loops no more, and uses one for all
    // distances.
    if !_isPOD(Value.self) { return { base, stride, rows in filter(rows, base, stride, test) } }
    return { base, stride, rows in passing(test, base, stride, rows) }
  }

  /// Returns the rows whose values pass a test, as its kernel does.
  @inline(__always) func passing<Test: ValueTest<Value>>(
    _ test: Test, _ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask
  ) -> RowMask {
    _isPOD(Value.self) && stride == MemoryLayout<Value>.stride
      ? filter(rows, base, MemoryLayout<Value>.stride, test) : filter(rows, base, stride, test)
  }

  @inline(__always) private func filter<Test: ValueTest<Value>>(
    _ rows: RowMask, _ base: UnsafeRawPointer, _ stride: Int, _ test: Test
  ) -> RowMask {
    rows.filter { test.passes(value(in: Row(base + $0 &* stride))) }
  }
}

// Kernels are combined in pairs. A loop over an array of kernels would change reference counts for each chunk, and
// each change waits for all memory accesses in flight.

/// Combines kernels into one that passes the rows that all of them pass.
func allKernel(of kernels: [Kernel]) -> Kernel {
  if kernels.isEmpty { return { _, _, rows in rows } }
  return joined(kernels[...]) { first, second in
    { base, stride, rows in
      let found = first(base, stride, rows)
      return found.isEmpty ? found : second(base, stride, found)
    }
  }
}

/// Combines kernels into one that passes the rows that any of them passes.
func anyKernel(of kernels: [Kernel]) -> Kernel {
  if kernels.isEmpty { return { _, _, _ in .none } }
  return joined(kernels[...]) { first, second in
    { base, stride, rows in
      let found = first(base, stride, rows)
      let rest = rows.subtracting(found)
      return rest.isEmpty ? found : found | second(base, stride, rest)
    }
  }
}

/// Combines kernels as a balanced tree, so that calls nest only O(log *n*) deep.
private func joined(_ kernels: ArraySlice<Kernel>, by join: (@escaping Kernel, @escaping Kernel) -> Kernel) -> Kernel {
  if kernels.count == 1 { return kernels[kernels.startIndex] }
  let middle = (kernels.startIndex + kernels.endIndex) / 2
  return join(joined(kernels[..<middle], by: join), joined(kernels[middle...], by: join))
}
