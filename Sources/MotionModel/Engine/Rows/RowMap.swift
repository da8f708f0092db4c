/// A set of rows of one table, with a fast test whether it contains a row.
struct RowMap: Sendable {
  private let table: TableVersion
  /// The number of the first chunk with rows of the set. The chunks before it take no memory.
  private let first: Int
  /// The rows by chunk, from the first one on.
  private var masks: [RowMask] = []
  private(set) var count = 0

  init(_ selection: Selection) {
    table = selection.table
    count = selection.count
    first = selection.parts.first?.number ?? 0
    for part in selection.parts {
      while masks.count < part.number - first { masks.append(.none) }
      masks.append(part.positions)
    }
  }

  private func mask(_ chunk: Int) -> RowMask {
    masks.indices.contains(chunk - first) ? masks[chunk - first] : .none
  }

  func contains(_ position: Int) -> Bool {
    mask(RowPosition.chunk(of: position)).contains(RowPosition.index(of: position))
  }

  func intersects(_ rows: RowSet) -> Bool {
    rows.elements.contains { !(mask($0.chunk) & $0.rows).isEmpty }
  }

  func intersection(_ rows: RowSet) -> RowSet { rows.filter { mask($0.chunk) & $0.rows } }

  /// Calls `body` with each row.
  func forEach(_ body: (Row) -> Void) {
    for (chunk, mask) in masks.enumerated() {
      mask.forEach { body(table.rows[RowPosition.first(inChunk: first + chunk) + $0]) }
    }
  }
}
