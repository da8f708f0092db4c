/// Notes which tables of rows that are stored elsewhere somebody wanted to read.
final class TableRequests: Sendable {
  private let layouts = Locked<[TableLayout]>([])

  func note(_ layout: TableLayout) {
    layouts.withLock { layouts in
      if !layouts.contains(where: { $0.slot == layout.slot }) { layouts.append(layout) }
    }
  }

  /// The tables that were wanted since this was asked last.
  func take() -> [TableLayout] {
    layouts.withLock { layouts in
      defer { layouts = [] }
      return layouts
    }
  }
}
