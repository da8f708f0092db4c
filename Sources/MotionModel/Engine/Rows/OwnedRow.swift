/// One row in its own memory, which is freed with this object. It is immutable, and so `Sendable`.
final class OwnedRow: @unchecked Sendable {
  private let memory: RowMemory
  private let row: MutableRow

  /// Creates the row of a new record, and lets `fill` change it.
  init(of layout: TableLayout, _ fill: (MutableRow) -> Void) {
    memory = layout.memory
    row = MutableRow(memory.allocate(1))
    memory.make(row, 1)
    fill(row)
  }

  /// Creates a copy of a row.
  init(copying other: Row, of layout: TableLayout) {
    memory = layout.memory
    row = memory.copied(other)
  }

  deinit {
    memory.free(row)
  }

  /// Calls `body` with the row.
  func read<Result>(_ body: (Row) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(Row(row))
  }
}
