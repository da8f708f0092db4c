/// Rows of one table, in a form that tells at once whether a row is among them.
struct RowMap: Sendable {
  private let table: TableVersion
  private var masks: [RowMask] = []
  private(set) var count = 0

  init(_ selection: Selection) {
    table = selection.table
    count = selection.count
    for part in selection.parts {
      while masks.count < part.number { masks.append(.none) }
      masks.append(part.rows)
    }
  }

  private func mask(_ chunk: Int) -> RowMask { chunk < masks.count ? masks[chunk] : .none }

  func contains(_ position: Int) -> Bool { mask(position >> 7).contains(position & 127) }

  func intersects(_ rows: RowSet) -> Bool {
    rows.elements.contains { !(mask($0.chunk) & $0.rows).isEmpty }
  }

  func intersection(_ rows: RowSet) -> RowSet { rows.filter { mask($0.chunk) & $0.rows } }

  /// Calls `body` with the address of each row.
  func forEach(_ body: (UnsafeRawPointer) -> Void) {
    for (chunk, mask) in masks.enumerated() { mask.forEach { body(table.rows.address(at: chunk << 7 + $0)) } }
  }
}
