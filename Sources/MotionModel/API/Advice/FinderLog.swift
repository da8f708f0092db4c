import Dispatch
public import Foundation

/// A log of a store's queries: each finder and each lookup by id, with its plan, its time and the number of records.
///
/// ```swift
/// let log = store.logFinders(slowerThan: .milliseconds(20))
/// …
/// for entry in log.entries { print(entry) }
/// // => Todo where projectID == order by name: 9 records in 0.02 ms, index projectID (9 rows of 900), order by sorting
/// for repetition in log.repetitions { print(repetition) }
/// // => Project by id: asked 340 times in a loop, from ListView.swift:31 in rows(): ask once before the loop, …
/// log.cancel()
/// ```
///
/// Values in conditions are not in the log. Each slow finder and each repetition is also reported once, to the ``Log``
/// unless the call names another function.
///
/// A repetition is one question repeated many times within a second by the same task, or by the same thread where there
/// is no task. Nearly always, it is a loop that fetches the related records of each record, where one question would
/// do. The caller is read from the call stack, once for each repetition: questions such as `todo.project` and
/// `finder.all` are properties, to which no line can be passed. Repetitions are reported on a queue of their own,
/// because naming the caller reads the program's debug information.
///
/// Snapshots, live results and conditions of other finders are not logged.
///
/// ## Topics
/// - ``entries``
/// - ``repetitions``
/// - ``Store/indexAdvice(from:)``
/// - ``cancel()``
public final class FinderLog: Sendable {
  fileprivate struct State: Sendable {
    var entries: [Entry] = []
    /// Where the next entry goes once the limit is reached.
    var next = 0
    var count = 0
    /// By the source and the question.
    var runs: [QuerySource: Run] = [:]
    /// By the question and the addresses of the caller's stack.
    var repetitions: [[String]: Repetition] = [:]
    /// By the question.
    var statistics: [String: Statistics] = [:]
  }

  /// What all finders that differ only in their values did, for ``Store/indexAdvice(from:)``.
  struct Statistics: Sendable {
    /// The query of one of these finders, to be planned again with other indexes.
    let sample: Query
    let layout: TableLayout
    var count = 0
    /// How many rows these finders read in total when they scanned.
    var scannedRows = 0
    var indexes: Set<String> = []

    mutating func add(_ plan: FinderPlan) {
      count += 1
      if plan.access == .scan { scannedRows += plan.rowCount }
      indexes.formUnion(plan.indexes.map(\.name))
    }
  }

  /// The source of a question: a task, or a thread where there is no task.
  fileprivate struct QuerySource: Hashable {
    let task: Int?
    let thread: ThreadNumber?
    let question: String

    /// The calling task or thread.
    init(_ question: String) {
      task = withUnsafeCurrentTask { $0?.hashValue }
      (thread, self.question) = (task == nil ? .current : nil, question)
    }
  }

  /// One question from the same task or thread, repeated within a second.
  fileprivate struct Run: Sendable {
    var start: ContinuousClock.Instant
    var latest: ContinuousClock.Instant
    var count = 0
    /// The key of its repetition.
    var repetition: [String]?
  }

  /// How many entries are kept.
  package let limit: Int
  private let slow: Duration?
  private let repeats: Int?
  private let report: @Sendable (Finding) -> Void
  private let remove: @Sendable (FinderLog) -> Void
  private let state = Locked(State())

  @TaskLocal private static var isReporting = false

  /// Runs reports of repetitions.
  private static let queue = DispatchQueue(label: "MotionModel.FinderLog", qos: .utility)

  /// How many repetitions are kept, and how many runs are counted at once.
  private static let (maximum, maximumOfRuns) = (200, 1_000)
  /// How many kinds of finders have statistics; further kinds have none.
  fileprivate static let maximumOfStatistics = 1_000

  init(
    limit: Int, slow: Duration?, repeats: Int?, report: @escaping @Sendable (Finding) -> Void,
    remove: @escaping @Sendable (FinderLog) -> Void
  ) {
    (self.limit, self.slow, self.repeats, self.report, self.remove) = (max(limit, 0), slow, repeats, report, remove)
  }

  /// The latest questions, in the order in which they were answered.
  ///
  /// - Complexity: O(*n*) in the number of entries that are kept.
  public var entries: [Entry] {
    state.withLock { state in Array(state.entries[state.next...] + state.entries[..<state.next]) }
  }

  /// How many questions were logged, including those that are not kept any more.
  public var count: Int { state.withLock { $0.count } }

  /// The repetitions, the most frequent first; at most 200.
  public var repetitions: [Repetition] {
    state.withLock { Array($0.repetitions.values) }.sorted { ($1.count, $0.question) < ($0.count, $1.question) }
  }

  /// The statistics, by the question.
  var statistics: [Statistics] {
    state.withLock { state in state.statistics.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Discards the entries, the repetitions and what advice on indexes follows from, and continues.
  public func removeAll() { state.withLock { $0 = State() } }

  /// Stops logging. What was logged remains.
  public func cancel() { remove(self) }

  // MARK: - Adding

  func add(_ entry: Entry, _ query: Query?, of layout: TableLayout) {
    // Queries of a report would be reported in turn, without end.
    if Self.isReporting { return }
    let isRepeated = state.withLock { state in
      state.add(entry, limit)
      if let query, let plan = entry.plan { state.add(plan, entry.question, query, layout) }
      return repeats.map { state.count(entry, $0, Self.maximumOfRuns) } ?? false
    }
    if isRepeated { noteRepetition(entry) }
    if let slow, let duration = entry.duration, duration > slow { pass(.slow(entry)) }
  }

  /// Adds a repetition, whose stack is read without the lock, because that takes long.
  private func noteRepetition(_ entry: Entry) {
    let stack = CallStack()
    let key = [entry.question] + stack.addresses
    let (source, now) = (QuerySource(entry.question), ContinuousClock.now)
    let repetition = state.withLock { state -> Repetition? in
      let count = state.runs[source]?.count ?? repeats ?? 0
      state.runs[source]?.repetition = key
      state.runs[source]?.latest = now
      if state.repetitions[key] != nil {
        state.repetitions[key]?.count += count
        return nil
      }
      let new = Repetition(model: entry.model, question: entry.question, count: count, stack: stack)
      if state.repetitions.count < Self.maximum { state.repetitions[key] = new }
      return new
    }
    if let repetition { Self.queue.async { self.pass(.repeated(repetition)) } }
  }

  private func pass(_ finding: Finding) { Self.$isReporting.with(true) { report(finding) } }
}

extension FinderLog.State {
  fileprivate mutating func add(_ entry: FinderLog.Entry, _ limit: Int) {
    count += 1
    if limit == 0 { return }
    if entries.count < limit { return entries.append(entry) }
    entries[next] = entry
    next = (next + 1) % limit
  }

  fileprivate mutating func add(_ plan: FinderPlan, _ question: String, _ query: Query, _ layout: TableLayout) {
    if statistics[question] == nil && statistics.count >= FinderLog.maximumOfStatistics { return }
    statistics[question, default: FinderLog.Statistics(sample: query, layout: layout)].add(plan)
  }

  /// Counts a question.
  ///
  /// - Returns: Whether the question has just become a repetition.
  fileprivate mutating func count(
    _ entry: FinderLog.Entry, _ repeats: Int, _ maximumOfRuns: Int
  ) -> Bool {
    let (source, now) = (FinderLog.QuerySource(entry.question), ContinuousClock.now)
    if runs.count >= maximumOfRuns && runs[source] == nil {
      runs = runs.filter { $0.value.latest > now - .seconds(1) }
      if runs.count >= maximumOfRuns { runs = [:] }
    }
    var run = runs[source] ?? FinderLog.Run(start: now, latest: now)
    // A repetition lasts until the question pauses for a second.
    if now - (run.repetition == nil ? run.start : run.latest) > .seconds(1) {
      run = FinderLog.Run(start: now, latest: now)
    }
    run.latest = now
    run.count += 1
    if let key = run.repetition { repetitions[key]?.count += 1 }
    runs[source] = run
    return run.count == repeats && run.repetition == nil
  }
}

// MARK: - What is logged

extension FinderLog {
  /// A question and how it was answered.
  public struct Entry: Sendable, Hashable, CustomStringConvertible {
    /// When it was answered.
    public let date: Date
    /// The name of the model.
    public let model: String
    /// The question without values: `Todo where priority >, assignedTo == order by dueDate limit`, `Todo by id`.
    public let question: String
    /// The plan, without the values in conditions; nil for a lookup by id, and where an adapter answers.
    public let plan: FinderPlan?
    /// How long it took; nil for a lookup by id in memory, which takes less time than its measurement.
    public let duration: Duration?
    /// How many records were found or counted; nil where the answer is a value, such as a sum.
    public let count: Int?
    /// Whether the question came from inside a transaction.
    public let isInTransaction: Bool
    /// The statements by which a database has answered, without values.
    public let statements: [String]

    /// One line: the question, and how it was answered.
    public var description: String {
      let found = count.map { ["\($0) record\($0 == 1 ? "" : "s")"] } ?? []
      let time = duration.map { ["in \($0.milliseconds) ms"] } ?? []
      let answer = (found + time).joined(separator: " ")
      let ways = (plan.map { ["\($0)"] } ?? []) + statements
      return (["\(question): \(answer)"] + ways).joined(separator: answer.isEmpty ? "" : ", ")
    }
  }

  /// A question that one task repeated many times within a second.
  public struct Repetition: Sendable, CustomStringConvertible {
    /// The name of the model.
    public let model: String
    /// The question without values.
    public let question: String
    /// The number of times, in all repetitions of the question together.
    public fileprivate(set) var count: Int
    fileprivate let stack: CallStack

    /// The source line that repeated the question; nil where the system cannot tell.
    ///
    /// - Complexity: The first time in a process, milliseconds to seconds with the size of the program, whose debug
    ///   information is read.
    public var caller: FinderLog.CallSite? { stack.caller }

    /// One sentence with the remedy.
    public var description: String {
      let place = caller.map { ", from \($0)" } ?? ""
      return """
        \(question): asked \(count) times in a loop\(place): ask once before the loop, by `including` or a condition on \
        many ids.
        """
    }
  }

  /// What a log reports.
  public enum Finding: Sendable, CustomStringConvertible {
    /// A finder that took longer than the limit.
    case slow(Entry)
    /// A question that was repeated many times.
    case repeated(Repetition)

    /// What is wrong, as a sentence.
    public var description: String {
      switch self {
      case .slow(let entry): "Slow: \(entry)"
      case .repeated(let repetition): "Repeated: \(repetition)"
      }
    }
  }
}

extension Duration {
  /// The time in milliseconds with three digits after the point at most.
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    let micros = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let fraction = "\(1_000 + micros % 1_000)".dropFirst()
    return "\(micros / 1_000).\(fraction)"
  }
}

extension Store {
  /// Starts a log of this store's queries; see ``FinderLog``.
  ///
  /// A store may have several logs. Each continues until ``FinderLog/cancel()``.
  ///
  /// - Parameters:
  ///   - limit: How many entries are kept, the latest.
  ///   - slow: How long a finder may take without being reported; nil for no reports.
  ///   - repeats: How often the same task may ask the same question within a second without being reported; nil for no
  ///     reports.
  ///   - report: Receives what is slow, on the thread that asks, and what is repeated, on a queue; by default, passes
  ///     it to ``Log``.
  /// - Returns: The log. That of a snapshot stays empty.
  /// - Complexity: While there is a log, it costs each question some microseconds; otherwise, nothing that can be
  ///   measured. The memory is that of the entries that are kept.
  public func logFinders(
    keeping limit: Int = 1_000, slowerThan slow: Duration? = .milliseconds(100), repeatedMoreThan repeats: Int? = 20,
    report: @escaping @Sendable (FinderLog.Finding) -> Void = { Log.warning("\($0)") }
  ) -> FinderLog {
    // NB: The log does not refer to the store. The references of an object that was ever referred to weakly are counted
    // outside of it, which takes longer for each finder, also when the log has ended.
    let log = FinderLog(limit: limit, slow: slow, repeats: repeats.map { max($0, 1) + 1 }, report: report) {
      [weak finderLogs] log in
      finderLogs?.remove(log)
    }
    finderLogs?.add(log)
    return log
  }
}
