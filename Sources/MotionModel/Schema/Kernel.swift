/// A test of many rows at once: given the memory of a chunk and the rows to look at, it says which pass.
typealias Kernel = @Sendable (_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> RowMask

// Kernels are put together two by two: a loop over an array of them would count references for each chunk, and such counting waits
// for all memory that is still on its way.

/// Passes the rows that both of two kernels pass.
func bothKernel(of first: @escaping Kernel, and second: @escaping Kernel) -> Kernel {
  { base, stride, rows in
    let found = first(base, stride, rows)
    return found.isEmpty ? found : second(base, stride, found)
  }
}

/// Passes the rows that one of several kernels passes.
func anyKernel(of kernels: [Kernel]) -> Kernel {
  guard let first = kernels.first else { return { _, _, _ in .none } }
  return kernels.dropFirst().reduce(first) { first, second in
    { base, stride, rows in
      let found = first(base, stride, rows)
      let rest = rows.subtracting(found)
      return rest.isEmpty ? found : found | second(base, stride, rest)
    }
  }
}
