import Foundation
import Synchronization

/// The logs of a store, to which its questions are added.
final class FinderLogs: Sendable {
  /// Separate from the logs, because every finder reads it.
  private let hasLogs = Atomic(false)
  private let logs = Locked([FinderLog]())
  /// Is called when a log was added or removed.
  private let didChange: @Sendable (FinderLogs) -> Void

  init(didChange: @escaping @Sendable (FinderLogs) -> Void) { self.didChange = didChange }

  func add(_ log: FinderLog) { change { $0.append(log) } }

  func remove(_ log: FinderLog) { change { logs in logs.removeAll { $0 === log } } }

  private func change(_ change: (inout [FinderLog]) -> Void) {
    logs.withLock { logs in
      change(&logs)
      hasLogs.store(!logs.isEmpty, ordering: .releasing)
    }
    didChange(self)
  }

  /// Whether there is a log.
  var isLogging: Bool { hasLogs.load(ordering: .acquiring) }

  /// Adds a question to the logs.
  ///
  /// - Parameters:
  ///   - question: The question without values.
  ///   - plan: The plan that ran, without values; nil for a lookup by id, and where an adapter answered.
  ///   - count: How many records were found.
  ///   - query: The query, for advice on indexes. It is stored, so it must not refer to tables.
  ///   - statements: The statements of the database that answered.
  func log(
    _ question: String, of layout: TableLayout, _ plan: FinderPlan?, _ time: Duration?, _ count: Int?,
    isInTransaction: Bool, _ query: Query? = nil, statements: [String] = []
  ) {
    let entry = FinderLog.Entry(
      date: Date(), model: layout.name, question: question, plan: plan, duration: time, count: count,
      isInTransaction: isInTransaction, statements: statements)
    for log in logs.withLock(\.self) { log.add(entry, query, of: layout) }
  }
}

extension Query {
  /// Returns the query without the values: `Todo where priority >, assignedTo == order by dueDate limit`.
  func shape(of layout: TableLayout) -> String {
    var words = [layout.name]
    let conditions = predicate.conjuncts.filter { !$0.isAlwaysTrue }.map(\.shape)
    if !conditions.isEmpty { words.append("where \(conditions.joined(separator: ", "))") }
    if !order.isEmpty { words.append("order by \(order.map(\.description).joined(separator: ", "))") }
    if limit != nil { words.append("limit") }
    return words.joined(separator: " ")
  }
}

extension PredicateNode {
  /// The condition without the values.
  var shape: String {
    switch self {
    case .constant(let value): "\(value)"
    case .comparison(let test): "\(test.column.name) \(test.comparison.rawValue)"
    case .membership(let column, _): "\(column.name) in"
    case .isNil(let column): "\(column.name) == nil"
    case .text(let column, let test): "\(column.name) \(test.kindName)"
    case .element(let column, _): "\(column.name) contains"
    case .foreign(let test): test.kindName
    case .code: "code"
    case .related, .found: "related records"
    case .and(let nodes): "(\(nodes.map(\.shape).joined(separator: " && ")))"
    case .or(let nodes): "(\(nodes.map(\.shape).joined(separator: " || ")))"
    case .not(let node): "!(\(node.shape))"
    }
  }
}
