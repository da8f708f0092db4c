/// Facts about the values of a column in some records, from an adapter that computes them without reading the records.
@usableFromInline
package struct ColumnSummary: Sendable {
  /// What an adapter computes.
  @usableFromInline
  package enum Kind: Sendable {
    /// The number of records.
    case count
    /// The number of values that are not nil, and if they are integers, their sum.
    case sum
    /// The least value that is neither nil nor NaN, and of several equal ones the first in the order of insertion.
    case least
    /// The greatest value that is neither nil nor NaN, and of several equal ones the first in the order of insertion.
    case greatest
  }

  package let count: Int
  /// The sum, or the extreme; nil if there is none.
  package let value: AttributeValue
  /// A number that neither the sum nor that of some of the values exceeds, either way.
  package let bound: Int

  package init(count: Int, value: AttributeValue = .null, bound: Int = 0) {
    (self.count, self.value, self.bound) = (count, value, bound)
  }
}

/// Facts about the records that have the same values in some columns.
package struct GroupSummary: Sendable {
  /// The values, in the order of the columns.
  package let key: [AttributeValue]
  package let summary: ColumnSummary

  package init(key: [AttributeValue], summary: ColumnSummary) { (self.key, self.summary) = (key, summary) }
}

/// An adapter that computes aggregates by itself.
package protocol SummaryAnswering: StorageAdapter {
  /// Returns facts about the records of a query, in groups; nil when the adapter cannot tell them exactly.
  ///
  /// - Parameters:
  ///   - column: The column of which facts are wanted; nil for the number of records.
  ///   - keys: The columns by whose values the records are grouped; without any, there is one group, also of no records.
  func summaries<Record: Model>(
    _ query: RecordQuery<Record>, of column: TableForm.Column?, _ kind: ColumnSummary.Kind, by keys: [TableForm.Column]
  ) throws(Failure) -> [GroupSummary]?
}

// MARK: - Asking

extension Finder {
  /// Returns facts about a property in all records; nil when the adapter does not tell them.
  @usableFromInline
  func externalSummary<Value>(
    of property: any KeyPath<Record, Value> & Sendable, _ kind: ColumnSummary.Kind?
  ) throws(Record.Adapter.Failure) -> ColumnSummary? {
    guard let kind, let column = TableForm.Column(property) else { return nil }
    return try externalSummaries(of: column, kind, by: [])?.first?.summary
  }

  /// Returns facts about the records, in groups; nil when the adapter does not tell them.
  func externalSummaries(
    of column: TableForm.Column?, _ kind: ColumnSummary.Kind, by keys: [TableForm.Column]
  ) throws(Record.Adapter.Failure) -> [GroupSummary]? {
    guard let adapter = store.adapter(Record.Adapter.self, of: Record.self) as? any SummaryAnswering,
      store.transaction?.changes(to: Record.schema.layout) == nil,
      query.isPlain, query.window == 0..<Int.max
    else { return nil }
    return try store.asCurrent { () throws(Record.Adapter.Failure) in
      // Related records that had to be looked up are positions in tables, about which the adapter knows no facts.
      guard let query = query.isRelated ? answerableQuery(isCount: true) : RecordQuery(query) else { return nil }
      do {
        return try adapter.summaries(query, of: column, kind, by: keys)
      } catch {
        guard let failure = error as? Record.Adapter.Failure else {
          preconditionFailure("one adapter with two failures")
        }
        throw failure
      }
    }
  }
}

extension GroupedFinder {
  /// Returns the number of records in each group; nil when the adapter does not tell them.
  @usableFromInline
  func externalCounts() throws(Record.Adapter.Failure) -> [Key: Int]? {
    try externalSummaries(of: nil, .count)?.mapValues(\.count)
  }

  /// Returns the results of an aggregate in each group; nil when the adapter does not tell them.
  @usableFromInline
  func externalResults<Result>(
    of fact: AggregateFact<Result>?
  ) throws(Record.Adapter.Failure) -> [Key: Result]? {
    guard let fact, let summaries = try externalSummaries(of: fact.column, fact.kind) else {
      return nil
    }
    var results: [Key: Result] = [:]
    for (key, summary) in summaries {
      guard let result = fact.result(summary) else { return nil }
      results[key] = result
    }
    return results
  }

  private func externalSummaries(
    of column: TableForm.Column?, _ kind: ColumnSummary.Kind
  ) throws(Record.Adapter.Failure) -> [Key: ColumnSummary]? {
    guard let columns, let groups = try finder.forAggregating.externalSummaries(of: column, kind, by: columns) else {
      return nil
    }
    let kept = try keptKeys()
    var summaries: [Key: ColumnSummary] = [:]
    for group in groups {
      // A record that has nothing but the values of the key, from which the key is read as from any other.
      var record = Record()
      for (column, value) in zip(columns, group.key) {
        if Record.schema.columns[column.index].read(value, into: &record) != nil { return nil }
      }
      let own = withUnsafePointer(to: record) { key(UnsafeRawPointer($0)) }
      if kept?.contains(own) ?? true { summaries[own] = group.summary }
    }
    return summaries
  }
}

/// An aggregate that follows from one fact about a column.
@usableFromInline
package struct AggregateFact<Result>: Sendable {
  let kind: ColumnSummary.Kind
  /// The column; nil for the number of records.
  let column: TableForm.Column?
  /// Returns the result; nil when it may be another one in memory.
  let result: @Sendable (ColumnSummary) -> Result?

  init(
    _ kind: ColumnSummary.Kind, of column: TableForm.Column?, _ result: @escaping @Sendable (ColumnSummary) -> Result?
  ) {
    (self.kind, self.column, self.result) = (kind, column, result)
  }

  /// Creates the fact from which the values of a property are accumulated; nil when there is none, and for records in
  /// memory, which are at hand.
  @usableFromInline
  init?<Record: Model, Value, Values: Accumulator<Value>>(
    _ property: any KeyPath<Record, Value> & Sendable, _ initial: Values
  ) where Values.Result == Result {
    guard Record.Adapter.self != ArrayAdapter.self, let kind = initial.summaryKind,
      let column = TableForm.Column(property)
    else { return nil }
    self.init(kind, of: column) { summary in
      var values = initial
      return values.take(summary) ? values.result : nil
    }
  }
}

extension TableForm.Column {
  /// Returns the forms of the columns that are declared for properties; nil if one is not, or if there are none.
  static func columns<Record: Model>(_ properties: [PartialKeyPath<Record>]) -> [TableForm.Column]? {
    let columns = properties.map { property in
      ColumnReference(declared: property).flatMap { TableForm.Column($0, of: Record.schema.layout) }
    }
    return columns.isEmpty || columns.contains { $0 == nil } ? nil : columns.compactMap(\.self)
  }

  /// Creates the form of the column that is declared for a property; nil if there is none.
  fileprivate init?<Record: Model, Value>(_ property: any KeyPath<Record, Value> & Sendable) {
    guard let reference = ColumnReference(declared: property) else { return nil }
    self.init(reference, of: Record.schema.layout)
  }
}

// MARK: - Taking

extension Accumulator {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { nil }

  @usableFromInline
  mutating func take(_ summary: ColumnSummary) -> Bool { false }
}

extension Summing {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { .sum }

  /// Takes the sum, if none of the additions in memory could have overflowed.
  @usableFromInline
  mutating func take(_ summary: ColumnSummary) -> Bool {
    guard (try? Value(attribute: .int(Int64(summary.bound)))) != nil else { return false }
    guard summary.count > 0 else { return true }
    guard let sum = try? Value(attribute: summary.value) else { return false }
    result = sum
    return true
  }
}

extension Averaging {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { .sum }

  /// Takes the sum, if fractions sum up to it exactly, in any order.
  @usableFromInline
  mutating func take(_ summary: ColumnSummary) -> Bool {
    guard summary.bound <= 1 << 53 else { return false }
    guard summary.count > 0 else { return true }
    guard case .int(let total) = summary.value else { return false }
    (sum, count) = (Value.Average(Int(total)), summary.count)
    return true
  }
}

extension Minimum {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { .least }

  @usableFromInline
  mutating func take(_ summary: ColumnSummary) -> Bool {
    if summary.value == .null { return true }
    result = try? Value(attribute: summary.value)
    return result != nil
  }
}

extension Maximum {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { .greatest }

  @usableFromInline
  mutating func take(_ summary: ColumnSummary) -> Bool {
    if summary.value == .null { return true }
    result = try? Value(attribute: summary.value)
    return result != nil
  }
}

extension PresentValues {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { base.summaryKind }

  @usableFromInline
  mutating func take(_ summary: ColumnSummary) -> Bool { base.take(summary) }
}
