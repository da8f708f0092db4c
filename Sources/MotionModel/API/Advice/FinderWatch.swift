import Synchronization

extension Store {
  /// Starts recording the plans of finders: which indexes they use, and how long they take.
  ///
  /// ```swift
  /// store.watchFinders(slowerThan: .milliseconds(20))
  /// …
  /// for advice in store.indexAdvice() { print(advice) }
  /// ```
  ///
  /// A finder that takes longer than the limit is told, with its plan and without the values that it asks for. Lookups by id are not
  /// noted, nor are finders asked of snapshots. What was noted before is forgotten.
  ///
  /// - Parameters:
  ///   - limit: How long a finder may take; nil for no warnings.
  ///   - warn: Takes a sentence about a slow finder; to the ``Log``, as a warning, unless told otherwise.
  /// - Complexity: While it watches, planning and noting cost each finder some microseconds; else, nothing that can be measured.
  public func watchFinders(
    slowerThan limit: Duration? = nil, _ warn: @escaping @Sendable (String) -> Void = { Log.warning($0) }
  ) {
    watch?.begin(limit, warn)
  }

  /// Stops recording plans and discards those recorded.
  public func stopWatchingFinders() { watch?.end() }
}

/// What is noted of the finders of a store.
final class FinderWatch: Sendable {
  /// What finders that differ in nothing but their values have in common.
  struct Note: Sendable {
    /// The query of one of them, to be planned again with other indexes.
    let sample: Query
    let layout: TableLayout
    var count = 0
    /// How many rows they looked at in all, where they scanned.
    var scannedRows = 0
    var indexes: Set<String> = []
  }

  struct State: Sendable {
    var limit: Duration?
    var warn: @Sendable (String) -> Void = { _ in }
    var notes: [String: Note] = [:]
  }

  /// Kept apart from the rest, because every finder asks it.
  private let isOn = Atomic(false)
  private let state = Locked(State())

  /// How many kinds of finders are noted; further ones are not.
  private static let maximum = 1_000

  func begin(_ limit: Duration?, _ warn: @escaping @Sendable (String) -> Void) {
    state.withLock { $0 = State(limit: limit, warn: warn) }
    isOn.store(true, ordering: .releasing)
  }

  func end() {
    isOn.store(false, ordering: .releasing)
    state.withLock { $0 = State() }
  }

  var notes: [Note] { state.withLock { state in state.notes.sorted { $0.key < $1.key }.map(\.value) } }

  /// Whether a finder has to be noted.
  var isWatching: Bool { isOn.load(ordering: .acquiring) }

  /// Notes a query that was answered.
  ///
  /// - Parameters:
  ///   - query: It is kept, and must not hold the tables in which it was looked up.
  ///   - plan: The plan that ran.
  func note(_ query: Query, of layout: TableLayout, _ plan: QueryPlan, _ time: Duration) {
    let plan = FinderPlan(plan)
    let shape = query.shape(of: layout)
    let (limit, warn) = state.withLock { state in
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
  /// Where the rows come from, without the values that are looked for.
  fileprivate var source: String {
    isScan ? "a scan" : indexes.isEmpty ? "a lookup" : "index \(indexes.map(\.name).joined(separator: ", "))"
  }
}

extension Query {
  /// What is asked for, without the values: `Todo where priority >, assignedTo == order by dueDate limit`.
  fileprivate func shape(of layout: TableLayout) -> String {
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
    case .code: "code"
    case .related, .found: "related records"
    case .and(let nodes): "(\(nodes.map(\.shape).joined(separator: " && ")))"
    case .or(let nodes): "(\(nodes.map(\.shape).joined(separator: " || ")))"
    case .not(let node): "!(\(node.shape))"
    }
  }
}
