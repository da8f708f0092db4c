/// Collects the tables of adapters that a computation needs.
final class TableRequests: Sendable {
  private let layouts = Locked<[TableLayout]>([])

  func note(_ layout: TableLayout) {
    layouts.withLock { layouts in
      if !layouts.contains(where: { $0.slot == layout.slot }) { layouts.append(layout) }
    }
  }

  /// Returns the tables that were collected since the last call.
  func take() -> [TableLayout] {
    layouts.withLock { layouts in
      defer { layouts = [] }
      return layouts
    }
  }
}
