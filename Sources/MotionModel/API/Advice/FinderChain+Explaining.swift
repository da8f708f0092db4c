extension FinderChain where Record.Adapter == ArrayAdapter {
  /// Explains why the finder finds a record, or why not.
  ///
  /// ```swift
  /// let explanation = Todo.where(\.priority > 2).explain(todo)
  /// explanation.isFound                       // => false
  /// explanation.reasons.map(\.description)    // => ["✗ priority > 2 (it is 1)"]
  /// ```
  ///
  /// The explained record is the stored one with the same id, because finders find stored records; if there is none,
  /// the conditions are tested on `record` itself. Everything is read at one moment.
  ///
  /// - Complexity: That of finding all records without limit and offset; besides, each condition on related records
  ///   looks at those of this record.
  public func explain(_ record: Record) -> FinderExplanation { finder.explanation(of: record) }

  /// Explains why the finder finds the record with an id, or why not; nil if no record with the id is stored.
  ///
  /// - Complexity: That of ``explain(_:)->FinderExplanation``.
  public func explain(_ id: Record.ID) -> FinderExplanation? {
    finder.store.record(id, of: Record.self, in: Record.schema.layout).map(finder.explanation)
  }
}

extension Finder where Record.Adapter == ArrayAdapter {
  fileprivate func explanation(of record: Record) -> FinderExplanation {
    let now = Finder(in: store.snapshot()).with { $0.query = query }
    let stored = now.store.record(record.id, of: Record.self, in: Record.schema.layout)
    let condition = now.condition(of: stored ?? record)
    return FinderExplanation(
      record: "\(Record.schema.modelName) \(record.id.attribute)",
      outcome: stored.map { now.outcome(of: $0, condition) } ?? .notStored, condition: condition,
      unsavedColumns: stored.map { Record.schema.changes(from: $0, to: record).map(\.column) } ?? [], plan: now.plan)
  }

  private func outcome(
    of record: Record, _ condition: FinderExplanation.Condition
  ) -> FinderExplanation.Outcome {
    guard condition.isMet else { return .excluded }
    let unlimited = with { ($0.query.offset, $0.query.limit) = (0, nil) }
    if let index = unlimited.ids.firstIndex(of: record.id) {
      if index < query.offset { return .beforeOffset(index: index, offset: query.offset) }
      if let limit = query.limit, !query.window.contains(index) { return .behindLimit(index: index, limit: limit) }
      return .found(index: index)
    }
    if let earlier = unlimited.with({ $0.query.start = nil }).record(insteadOf: record) {
      return .duplicate(id: "\(earlier.id.attribute)")
    }
    return query.start == nil ? .excluded : .beforePage
  }

  /// Returns the record that is found because of distinct columns where another one is not; nil when there is none.
  private func record(insteadOf record: Record) -> Record? {
    if query.distinctColumns.isEmpty { return nil }
    func values(_ record: Record) -> [AttributeValue] {
      withRow(of: record) { row in
        query.distinctColumns.map { $0.operations.attribute(row) }
      }
    }
    let own = values(record)
    return all.first { values($0) == own && $0.id != record.id }
  }

  private func condition(of record: Record) -> FinderExplanation.Condition {
    store.asCurrent {
      store.readRelated(of: Record.self) { tables in
        var explainer = ConditionExplainer(tables.forFewRows)
        return withRow(of: record) { explainer.condition(query.predicate, of: $0, in: Record.schema.layout) }
      }
    }
  }
}

/// Tests each part of a predicate on one row.
private struct ConditionExplainer {
  private let tables: Tables
  /// How many further conditions are listed, so that explanations of many related records stay readable.
  private var budget = 1000

  init(_ tables: Tables) { self.tables = tables }

  mutating func condition(_ node: PredicateNode, of row: Row, in layout: TableLayout) -> FinderExplanation.Condition {
    budget -= 1
    switch node {
    case .and(let group) where budget > 0:
      let parts = group.map { condition($0, of: row, in: layout) }
      return .init(.all, node.description, isMet: parts.allSatisfy(\.isMet), parts: parts)
    case .or(let group) where budget > 0:
      let parts = group.map { condition($0, of: row, in: layout) }
      return .init(.any, node.description, isMet: parts.contains(where: \.isMet), parts: parts)
    case .not(let node) where budget > 0:
      let part = condition(node, of: row, in: layout)
      return .init(.not, "!(\(node))", isMet: !part.isMet, parts: [part])
    default: return single(node, of: row, in: layout)
    }
  }

  private mutating func single(
    _ node: PredicateNode, of row: Row, in layout: TableLayout
  ) -> FinderExplanation.Condition {
    let isMet = node.resolved(in: tables).rowTest(row)
    if case .related(let test as RelatedCondition) = node {
      return related(test, node.description, of: row, isMet: isMet)
    }
    let value = value(of: node, in: row)
    return .init(.test, node.description, isMet: isMet, value: value, note: isMet ? nil : note(node, value))
  }

  /// Returns the value that a test reads; nil when it is not one value.
  private func value(of node: PredicateNode, in row: Row) -> AttributeValue? {
    switch node {
    case .code(let test): test.value?(row)
    case .related(let test): if case .code(let test) = test.resolved(in: tables) { test.value?(row) } else { nil }
    default: node.column?.operations.attribute(row)
    }
  }

  private func note(_ node: PredicateNode, _ value: AttributeValue?) -> String? {
    guard case .comparison(let test) = node, !test.comparison.isOfEquality else { return nil }
    if value == .null { return "nil is neither less nor greater" }
    if case .double(let number)? = value, number.isNaN { return "NaN is neither less nor greater" }
    return nil
  }

  private mutating func related(
    _ test: RelatedCondition, _ words: String, of row: Row, isMet: Bool
  ) -> FinderExplanation.Condition {
    let reader = RouteReader(ignoringConditions: [test.leg], in: tables)
    let (found, table, target) = (reader.rows(of: row), reader.table, test.leg.target)
    let passes = table.test(test.target.resolved(in: tables))
    var shown: [Int] = []
    found.forEach { if shown.count < (isMet ? 1 : 3), passes($0) == isMet { shown.append($0) } }
    if budget <= 0 { shown = [] }
    let related = shown.map { position in
      let address = table.rows[position]
      return FinderExplanation.Related(
        record: "\(target.name) \(target.id.text(address))", condition: condition(test.target, of: address, in: target))
    }
    return FinderExplanation.Condition(.related, words, isMet: isMet, relatedCount: found.count, related: related)
  }
}
