/// A test of many rows at once: given the memory of a chunk and the rows to look at, it says which pass.
typealias Kernel = @Sendable (_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> RowMask

// Kernels are put together two by two: a loop over an array of them would count references for each chunk, and such counting waits
// for all memory that is still on its way.

/// Passes the rows that all of several kernels pass.
func allKernel(of kernels: [Kernel]) -> Kernel {
  if kernels.isEmpty { return { _, _, rows in rows } }
  return joined(kernels[...]) { first, second in
    { base, stride, rows in
      let found = first(base, stride, rows)
      return found.isEmpty ? found : second(base, stride, found)
    }
  }
}

/// Passes the rows that one of several kernels passes.
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

/// One kernel of several, each half of them joined first: so few calls stand one in the other, however many kernels there are.
private func joined(_ kernels: ArraySlice<Kernel>, by join: (@escaping Kernel, @escaping Kernel) -> Kernel) -> Kernel {
  if kernels.count == 1 { return kernels[kernels.startIndex] }
  let middle = (kernels.startIndex + kernels.endIndex) / 2
  return join(joined(kernels[..<middle], by: join), joined(kernels[middle...], by: join))
}
