/// One row in memory of its own, for as long as somebody holds it.
final class OwnedRow {
  private let memory: RowMemory
  private let row: UnsafeMutableRawPointer

  /// A row as a new record has it, which `fill` changes.
  init(of layout: TableLayout, _ fill: (UnsafeMutableRawPointer) -> Void) {
    memory = layout.memory
    row = memory.allocate(1)
    layout.makeRow(row)
    fill(row)
  }

  deinit {
    memory.destroy(row, 1)
    row.deallocate()
  }

  /// Lets `body` read the row.
  func read<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(UnsafeRawPointer(row))
  }
}
