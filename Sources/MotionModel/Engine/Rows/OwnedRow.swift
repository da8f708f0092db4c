/// One row in its own memory, which is freed with this object. It is `Sendable`, because only its owner changes it.
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

  /// Replaces the row by a copy of another.
  func replace(by other: Row) { memory.replace(other, row) }

  deinit {
    memory.free(row)
  }

  /// Calls `body` with the row.
  func read<Result>(_ body: (Row) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(Row(row))
  }
}
