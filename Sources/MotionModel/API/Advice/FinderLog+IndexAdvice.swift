extension FinderLog {
  /// Advice to add an index that would have helped recorded finders, or to remove one that helped none.
  ///
  /// Its description is a sentence, whose format may change.
  public struct IndexAdvice: Sendable, Hashable {
    /// The kind of advice.
    public enum Kind: String, Sendable, Hashable {
      /// Add the index.
      case missing
      /// Remove the index, which costs time at each write.
      case unused
    }

    /// The kind of advice.
    public let kind: Kind
    /// The name of the model.
    public let model: String
    /// The name of the index.
    public let index: String
    /// The kind of index.
    public let indexKind: IndexKind
    /// The names of the index's columns.
    public let columns: [String]
    /// How many finders would have used the index.
    public let finderCount: Int
    /// How many rows these finders would not have read.
    public let savedRows: Int
  }
}

extension FinderLog.IndexAdvice: CustomStringConvertible {
  /// One sentence that names the index and the reason.
  public var description: String {
    switch kind {
    case .missing:
      """
      \(model) has no index \(index), with which \(finderCount) finders would have looked at \(savedRows) rows less: declare it or \
      add it.
      """
    case .unused:
      "\(model) has an index \(index), which no finder used that was logged: remove it, if others do not need it."
    }
  }
}

extension Store {
  /// Returns the missing indexes, the most useful first, and the unused ones, according to the finders in a log.
  ///
  /// An index is missing if finders scanned all records and would have read less than a fifth of them with the
  /// index. Unique indexes and those of the keys of relations are never reported as unused, because they serve more
  /// than finders.
  ///
  /// - Complexity: O(*n*) in the number of records for each kind of finder that scanned: the index is built, and
  ///   discarded.
  public func indexAdvice(from log: FinderLog) -> [FinderLog.IndexAdvice] {
    missing(log.statistics) + unused(log.statistics)
  }

  private func missing(_ statistics: [FinderLog.Statistics]) -> [FinderLog.IndexAdvice] {
    var advice: [[String]: FinderLog.IndexAdvice] = [:]
    for kind in statistics where kind.scannedRows > 0 {
      guard let (definition, share) = bestMissingIndex(for: kind) else { continue }
      let saved = Int(Double(kind.scannedRows) * (1 - share))
      let known = advice[[kind.layout.name, definition.name]]
      advice[[kind.layout.name, definition.name]] = FinderLog.IndexAdvice(
        .missing, kind.layout, definition, finders: kind.count + (known?.finderCount ?? 0),
        saved: saved + (known?.savedRows ?? 0))
    }
    return advice.values.sorted { ($1.savedRows, $0.model, $0.index) < ($0.savedRows, $1.model, $1.index) }
  }

  /// Returns the index that would save a kind of finder the most rows, and the share of rows that would remain; nil
  /// when none saves enough.
  private func bestMissingIndex(for kind: FinderLog.Statistics) -> (IndexDefinition, Double)? {
    withPlan(kind.sample, of: kind.layout) { plan in
      if plan.table.count == 0 { return nil }
      let shares = IndexSuggestions(kind.sample).all.map { definition in
        let rows = FinderPlan(plan.assuming([definition])).estimatedRows
        return (definition, Double(rows) / Double(plan.table.count))
      }
      return shares.min { $0.1 < $1.1 }.flatMap { $0.1 < 0.2 ? $0 : nil }
    }
  }

  private func unused(_ statistics: [FinderLog.Statistics]) -> [FinderLog.IndexAdvice] {
    var layouts: [TableLayout] = []
    for kind in statistics where !layouts.contains(where: { $0 === kind.layout }) { layouts.append(kind.layout) }
    return layouts.flatMap { layout in
      let used = statistics.filter { $0.layout === layout }.reduce(into: Set<String>()) { $0.formUnion($1.indexes) }
      let keys = Set(layout.foreignKeys)
      return read(layout) { $0.indexes.map(\.definition) }
        .filter { !used.contains($0.name) && !$0.isUnique && !keys.contains($0.name) }
        .map { FinderLog.IndexAdvice(.unused, layout, $0, finders: 0, saved: 0) }
    }
  }
}

extension FinderLog.IndexAdvice {
  fileprivate init(_ kind: Kind, _ layout: TableLayout, _ definition: IndexDefinition, finders: Int, saved: Int) {
    self.init(
      kind: kind, model: layout.name, index: definition.name, indexKind: definition.kind,
      columns: definition.columns.map(\.name), finderCount: finders, savedRows: saved)
  }
}
