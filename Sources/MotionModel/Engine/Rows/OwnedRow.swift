/// One row in its own memory, which is freed with this object.
final class OwnedRow {
  private let memory: RowMemory
  private let row: UnsafeMutableRawPointer

  /// Creates the row of a new record, and lets `fill` change it.
  init(of layout: TableLayout, _ fill: (UnsafeMutableRawPointer) -> Void) {
    memory = layout.memory
    row = memory.allocate(1)
    memory.make(row, 1)
    fill(row)
  }

  deinit {
    memory.free(row)
  }

  /// Calls `body` with the address of the row.
  func read<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(UnsafeRawPointer(row))
  }
}
