/// Facts about the values of a column in some records, from an adapter that computes them without reading the records.
@usableFromInline package struct ColumnSummary: Sendable {
  /// What an adapter computes.
  @usableFromInline package enum Kind: Sendable {
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
  package let bound: Int64

  package init(count: Int, value: AttributeValue = .null, bound: Int64 = 0) {
    (self.count, self.value, self.bound) = (count, value, bound)
  }
}

/// A fact requested from an adapter.
package struct SummaryRequest: Sendable, Hashable {
  package let kind: ColumnSummary.Kind
  /// The column of which the fact is wanted; nil for the number of records.
  package let column: TableForm.Column?

  package init(_ kind: ColumnSummary.Kind, of column: TableForm.Column?) { (self.kind, self.column) = (kind, column) }
}

/// Facts about the records that have the same values in some columns.
package struct GroupSummary: Sendable {
  /// The values, in the order of the columns.
  package let key: [AttributeValue]
  /// The facts, in the order of the request.
  package let facts: [ColumnSummary]

  package init(key: [AttributeValue], facts: [ColumnSummary]) { (self.key, self.facts) = (key, facts) }
}

/// An adapter that computes aggregates by itself.
package protocol SummaryAnswering: StorageAdapter {
  /// Returns facts about the records of a query, in its window, in groups and all of one state; nil when the adapter
  /// cannot tell them exactly.
  ///
  /// - Parameters:
  ///   - requests: The facts, at least one.
  ///   - keys: The columns by whose values the records are grouped; if empty, there is one group, even without records.
  func summaries<Record: Model>(
    _ query: RecordQuery<Record>, _ requests: [SummaryRequest], by keys: [TableForm.Column]
  ) throws(Failure) -> [GroupSummary]?
}

// MARK: - Asking

extension Finder {
  /// Returns the result of an aggregate of all records; nil when the adapter does not know it.
  @usableFromInline
  func externalResult<Result>(of fact: AggregateFact<Result>?) throws(Record.Adapter.Failure) -> Result? {
    guard let fact, let facts = try externalSummaries(fact.requests, by: [])?.first?.facts else { return nil }
    return fact.result(facts[...])
  }

  /// Returns facts about the records, in groups; nil when the adapter does not know them.
  func externalSummaries(
    _ requests: [SummaryRequest], by keys: [TableForm.Column]
  ) throws(Record.Adapter.Failure) -> [GroupSummary]? {
    guard let adapter = store.adapter(Record.Adapter.self, of: Record.self) as? any SummaryAnswering,
      store.transaction?.changes(to: Record.schema.layout) == nil
    else { return nil }
    return try store.asCurrent { () throws(Record.Adapter.Failure) in
      // Related records that had to be looked up are positions in tables, about which the adapter knows no facts.
      let isCount = query.window == 0..<Int.max
      guard let query = query.isRelated ? answerableQuery(isCount: isCount) : RecordQuery(query) else { return nil }
      do { return try adapter.summaries(query, requests, by: keys) } catch { throw Record.Adapter.failure(error) }
    }
  }
}

extension GroupedFinder {
  /// Returns the number of records in each group; nil when the adapter does not know them.
  @usableFromInline func externalCounts() throws(Record.Adapter.Failure) -> [Key: Int]? {
    try externalSummaries([SummaryRequest(.count, of: nil)])?.compactMapValues { $0.first?.count }
  }

  /// Returns the results of an aggregate in each group; nil when the adapter does not know them.
  @usableFromInline func externalResults<Result>(
    of fact: AggregateFact<Result>?
  ) throws(Record.Adapter.Failure) -> [Key: Result]? {
    guard let fact, let groups = try externalSummaries(fact.requests) else { return nil }
    var results: [Key: Result] = [:]
    for (key, facts) in groups {
      guard let result = fact.result(facts[...]) else { return nil }
      results[key] = result
    }
    return results
  }

  private func externalSummaries(
    _ requests: [SummaryRequest]
  ) throws(Record.Adapter.Failure) -> [Key: [ColumnSummary]]? {
    guard let columns, let groups = try finder.forAggregating.externalSummaries(requests, by: columns) else {
      return nil
    }
    let kept = try keptKeys()
    var summaries: [Key: [ColumnSummary]] = [:]
    for group in groups {
      // A record that has nothing but the values of the key, from which the key is read as from any other.
      var record = Record()
      for (column, value) in zip(columns, group.key) {
        if Record.schema.columns[column.index].read(value, into: &record) != nil { return nil }
      }
      let own = withRow(of: record) { key($0) }
      if kept?.contains(own) ?? true { summaries[own] = group.facts }
    }
    return summaries
  }
}

/// An aggregate that follows from facts about columns.
@usableFromInline package struct AggregateFact<Result>: Sendable {
  let requests: [SummaryRequest]
  /// Returns the result that follows from the facts; nil when it may be another one in memory.
  let result: @Sendable (ArraySlice<ColumnSummary>) -> Result?

  init(
    _ kind: ColumnSummary.Kind, of column: TableForm.Column?, _ result: @escaping @Sendable (ColumnSummary) -> Result?
  ) {
    requests = [SummaryRequest(kind, of: column)]
    self.result = { $0.first.flatMap(result) }
  }

  /// Creates the tuple of several aggregates; nil when one of them does not follow from facts.
  @usableFromInline init?<First: Sendable, each Other: Sendable>(
    _ first: AggregateFact<First>?, _ others: repeat AggregateFact<each Other>?
  ) where Result == (First, repeat each Other) {
    guard let first else { return nil }
    var requests = first.requests
    for other in repeat each others {
      guard let other else { return nil }
      requests += other.requests
    }
    self.requests = requests
    let all = (repeat each others)
    result = { facts in
      var rest = facts
      return try? (Self.take(first, from: &rest), repeat Self.take(each all, from: &rest))
    }
  }

  /// Takes the facts of one of several aggregates.
  private static func take<Value>(
    _ fact: AggregateFact<Value>?, from facts: inout ArraySlice<ColumnSummary>
  ) throws(UnknownFact) -> Value {
    guard let fact, let value = fact.result(facts.prefix(fact.requests.count)) else { throw UnknownFact() }
    facts = facts.dropFirst(fact.requests.count)
    return value
  }

  /// Creates the fact from which the values of a property are accumulated; nil when there is none, and for records in
  /// memory, which are at hand.
  @usableFromInline init?<Record: Model, Value, Values: Accumulator<Value>>(
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

/// A fact from which a result does not follow.
private struct UnknownFact: Error {}

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

  @usableFromInline mutating func take(_ summary: ColumnSummary) -> Bool { false }
}

extension Summing {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { .sum }

  /// Takes the sum, if none of the additions in memory could have overflowed.
  @usableFromInline mutating func take(_ summary: ColumnSummary) -> Bool {
    guard (try? Value(attribute: .int(summary.bound))) != nil else { return false }
    guard summary.count > 0 else { return true }
    guard let sum = try? Value(attribute: summary.value) else { return false }
    result = sum
    return true
  }
}

extension Averaging {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { .sum }

  /// Takes the sum, if fractions sum up to it exactly, in any order.
  @usableFromInline mutating func take(_ summary: ColumnSummary) -> Bool {
    guard summary.bound <= Int64(1) << 53 else { return false }
    guard summary.count > 0 else { return true }
    guard case .int(let total) = summary.value, let total = Int(exactly: total) else { return false }
    (sum, count) = (Value.Average(total), summary.count)
    return true
  }
}

extension Extreme {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { Wanted.summaryKind }

  @usableFromInline mutating func take(_ summary: ColumnSummary) -> Bool {
    if summary.value == .null { return true }
    result = try? Value(attribute: summary.value)
    return result != nil
  }
}

extension PresentValues {
  @usableFromInline var summaryKind: ColumnSummary.Kind? { base.summaryKind }

  @usableFromInline mutating func take(_ summary: ColumnSummary) -> Bool { base.take(summary) }
}
