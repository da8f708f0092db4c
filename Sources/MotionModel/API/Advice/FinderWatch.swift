import Foundation
import Synchronization

extension Store {
  /// Starts recording the plans of finders: the indexes they use, and how long they take.
  ///
  /// ```swift
  /// store.watchFinders(slowerThan: .milliseconds(20))
  /// …
  /// for advice in store.indexAdvice() { print(advice) }
  /// ```
  ///
  /// A finder that takes longer than the limit is reported, with its plan but without the values in its conditions.
  /// Lookups by id and finders of snapshots are not recorded. Earlier recordings are discarded.
  ///
  /// - Parameters:
  ///   - limit: How long a finder may take; nil for no reports.
  ///   - warn: Receives a sentence about each slow finder; by default, passes it to ``Log``.
  /// - Complexity: While recording, planning and recording cost each finder some microseconds; otherwise, the cost
  ///   is not measurable.
  public func watchFinders(
    slowerThan limit: Duration? = nil, _ warn: @escaping @Sendable (String) -> Void = { Log.warning($0) }
  ) {
    watch?.begin(limit, warn)
  }

  /// Stops recording plans and discards those recorded.
  public func stopWatchingFinders() { watch?.end() }
}

/// The recorded finders of a store: their statistics, and the logs to which they are added.
final class FinderWatch: Sendable {
  /// The statistics of all finders that differ only in their values.
  struct Note: Sendable {
    /// The query of one of these finders, to be planned again with other indexes.
    let sample: Query
    let layout: TableLayout
    var count = 0
    /// How many rows these finders read in total when they scanned.
    var scannedRows = 0
    var indexes: Set<String> = []
  }

  struct State: Sendable {
    var limit: Duration?
    var warn: @Sendable (String) -> Void = { _ in }
    var notes: [String: Note] = [:]
    /// Whether statistics are recorded.
    var isNoting = false
    var logs: [FinderLog] = []
  }

  /// Separate from the state, because every finder reads it.
  private let isOn = Atomic(false)
  private let hasLogs = Atomic(false)
  private let state = Locked(State())
  /// Is called when a log was added or removed.
  private let logsDidChange: @Sendable (FinderWatch) -> Void

  init(logsDidChange: @escaping @Sendable (FinderWatch) -> Void) { self.logsDidChange = logsDidChange }

  /// How many kinds of finders are recorded; further kinds are not.
  private static let maximum = 1_000

  func begin(_ limit: Duration?, _ warn: @escaping @Sendable (String) -> Void) {
    state.withLock { $0 = State(limit: limit, warn: warn, isNoting: true, logs: $0.logs) }
    isOn.store(true, ordering: .releasing)
  }

  func end() {
    state.withLock { state in
      state = State(logs: state.logs)
      isOn.store(!state.logs.isEmpty, ordering: .releasing)
    }
  }

  func add(_ log: FinderLog) { changeLogs { $0.append(log) } }

  func remove(_ log: FinderLog) { changeLogs { logs in logs.removeAll { $0 === log } } }

  private func changeLogs(_ change: (inout [FinderLog]) -> Void) {
    state.withLock { state in
      change(&state.logs)
      hasLogs.store(!state.logs.isEmpty, ordering: .releasing)
      isOn.store(state.isNoting || !state.logs.isEmpty, ordering: .releasing)
    }
    logsDidChange(self)
  }

  var notes: [Note] { state.withLock { state in state.notes.sorted { $0.key < $1.key }.map(\.value) } }

  /// Whether finders are recorded.
  var isWatching: Bool { isOn.load(ordering: .acquiring) }

  /// Whether there is a log, to which lookups by id and questions to adapters are added, too.
  var isLogging: Bool { hasLogs.load(ordering: .acquiring) }

  /// Adds a question to the logs.
  ///
  /// - Parameters:
  ///   - question: The question without values.
  ///   - plan: The plan; nil for a lookup by id, and where an adapter answered.
  ///   - count: How many records were found.
  func log(
    _ question: String, of layout: TableLayout, _ plan: FinderPlan?, _ time: Duration?, _ count: Int?,
    isInTransaction: Bool
  ) {
    let logs = state.withLock { $0.logs }
    if logs.isEmpty { return }
    let entry = FinderLog.Entry(
      date: Date(), model: layout.name, question: question, plan: plan, duration: time, count: count,
      isInTransaction: isInTransaction)
    for log in logs { log.add(entry) }
  }

  /// Records a query that was run.
  ///
  /// - Parameters:
  ///   - query: The query. It is stored, so it must not refer to tables.
  ///   - plan: The plan that ran.
  func note(
    _ query: Query, of layout: TableLayout, _ plan: QueryPlan, _ time: Duration, _ count: Int?, isInTransaction: Bool
  ) {
    let plan = FinderPlan(plan)
    let shape = query.shape(of: layout)
    if isLogging { log(shape, of: layout, plan, time, count, isInTransaction: isInTransaction) }
    let (limit, warn) = state.withLock { state in
      if !state.isNoting { return (Duration?.none, state.warn) }
      if state.notes[shape] == nil && state.notes.count >= Self.maximum { return (state.limit, state.warn) }
      var note = state.notes[shape] ?? Note(sample: query, layout: layout)
      note.count += 1
      if plan.isScan { note.scannedRows += plan.rowCount }
      note.indexes.formUnion(plan.indexes.map(\.name))
      state.notes[shape] = note
      return (state.limit, state.warn)
    }
    if let limit, time > limit {
      warn("\(shape) took \(time): \(plan.source) of \(plan.rowCount) rows, \(plan.tests.count) tests on each.")
    }
  }
}

extension FinderPlan {
  /// The source of the rows, without the values in the conditions.
  fileprivate var source: String {
    isScan ? "a scan" : indexes.isEmpty ? "a lookup" : "index \(indexes.map(\.name).joined(separator: ", "))"
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
  fileprivate var shape: String {
    switch self {
    case .constant(let value): "\(value)"
    case .comparison(let column, let comparison, _): "\(column.name) \(comparison.rawValue)"
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
