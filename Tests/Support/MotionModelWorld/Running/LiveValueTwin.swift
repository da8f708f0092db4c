import Foundation
import MotionModel
import MotionModelLive

/// A live value of some kind, which must be what its finder answers, and to which its changes must have led.
final class LiveValueTwin<Value: Sendable, Change: LiveValueChange<Value>, Plain>: TwinLive {
  private let name: String
  private let live: LiveValue<Value, Change>
  private let plain: (Value) -> Plain
  private let expected: () -> Plain
  private let isSame: (Plain, Plain) -> Bool
  private let log: Log
  private let observation: StoreObservation

  /// What was told.
  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var shown: Value
    private var isSilent = false

    init(_ shown: Value) { self.shown = shown }

    func add(_ change: Change) {
      lock.withLock {
        change.apply(to: &shown)
        isSilent = false
      }
    }

    func noteSilence() { lock.withLock { isSilent = true } }

    /// What was told; nil if there may be something that nobody was told.
    var told: Value? { lock.withLock { isSilent ? nil : shown } }
  }

  init(
    _ name: String, _ live: LiveValue<Value, Change>, _ plain: @escaping (Value) -> Plain,
    isSame: @escaping (Plain, Plain) -> Bool, expected: @escaping () -> Plain
  ) {
    (self.name, self.live, self.plain, self.isSame, self.expected) = (name, live, plain, isSame, expected)
    let log = Log(live.value)
    (self.log, observation) = (log, live.onChange { log.add($0) })
  }

  func noteSilence() { log.noteSilence() }

  func checkFinder(isTold: Bool) throws(Difference) {
    let (value, expected) = (plain(live.value), expected())
    if !isSame(value, expected) { throw Difference("live \(name)", "\(value), expected \(expected)") }
    if isTold, let told = log.told.map(plain), !isSame(told, expected) {
      throw Difference("live \(name)", "told \(told), expected \(expected)")
    }
  }
}

/// Lists of records, each with its key.
private struct PlainLists<Record: WorldModel> {
  let keys: [String]
  let lists: [[Record]]

  func isSame(as other: PlainLists) -> Bool {
    keys == other.keys && zip(lists, other.lists).allSatisfy { $0.isSame(as: $1) }
  }
}

extension Finder where Record: WorldModel {
  /// A live list with sections, live groups or live records with what is included, of a model that has such.
  ///
  /// - Parameter number: Says which.
  func liveValue(_ number: Int) -> (any TwinLive)? {
    let values: [() -> any TwinLive] =
      switch self {
      case let jobs as Finder<Job>:
        [
          { jobs.sections("jobs by state", by: \.state) { $0.rawValue < $1.rawValue } },
          { jobs.sections("jobs by site", by: \.siteID, <) },
          { jobs.groups("counts of jobs by site", by: \.siteID, .count) },
        ]
      case let sites as Finder<Site>:
        [
          { sites.sections("sites by name", by: \.name, <) },
          { sites.groups("greatest budgets by number of jobs", by: \.jobsCount, .maximum(\.budget)) },
          { sites.trees() },
        ]
      case let workers as Finder<Worker>:
        [
          { workers.groups("shifts by boss", by: \.bossID, .sum(\.shiftsCount)) },
          { workers.trees() },
        ]
      default: []
      }
    return values.isEmpty ? nil : values[number % values.count]()
  }

  private func sections<Key: ColumnValue>(
    _ name: String, by key: any KeyPath<Record, Key> & Sendable, _ precedes: @escaping (Key, Key) -> Bool
  ) -> any TwinLive {
    LiveValueTwin("sections, \(name)", live(sectionedBy: key)) { list in
      PlainLists(keys: list.map { "\($0.key)" }, lists: list.map { Array($0.records) })
    } isSame: {
      $0.isSame(as: $1)
    } expected: {
      var lists: [[Record]] = []
      for record in self.all {
        let place = lists.firstIndex { !precedes($0[0][keyPath: key], record[keyPath: key]) } ?? lists.count
        if place < lists.count, !precedes(record[keyPath: key], lists[place][0][keyPath: key]) {
          lists[place].append(record)
        } else {
          lists.insert([record], at: place)
        }
      }
      return PlainLists(keys: lists.map { "\($0[0][keyPath: key])" }, lists: lists)
    }
  }

  private func groups<Key: ColumnValue & Hashable, Result: Equatable & Sendable>(
    _ name: String, by key: any KeyPath<Record, Key> & Sendable, _ aggregate: Aggregate<Record, Result>
  ) -> any TwinLive {
    let groups = group(by: key)
    return LiveValueTwin("groups, \(name)", groups.live(aggregate), \.self, isSame: ==) {
      groups.aggregate(aggregate)
    }
  }

}

extension Finder<Site> {
  /// Live sites with what is included with them at two levels.
  fileprivate func trees() -> any TwinLive {
    let trees = including(\.jobs) { $0.where(\.priority >= 0).including(\.steps).including(\.workers) }
      .including(\.lead)
    func lines(_ value: [(Site, [(Job, [Job], [Worker])], Worker?)]) -> [String] {
      value.flatMap { site, jobs, lead in ["\(site), \(lead as Any)"] + jobs.map { "\($0), \($1), \($2)" } }
    }
    return LiveValueTwin("trees of sites", trees.live(), lines, isSame: ==) { lines(trees.all) }
  }
}

extension Finder<Worker> {
  /// Live workers with what is included with them at two levels.
  fileprivate func trees() -> any TwinLive {
    let trees = including(\.boss) { $0.including(\.team) }.including(\.jobs) { $0.including(\.site) }
    func lines(_ value: [(Worker, (Worker, [Worker])?, [(Job, Site?)])]) -> [String] {
      value.flatMap { worker, boss, jobs in ["\(worker), \(boss as Any)"] + jobs.map { "\($0), \($1 as Any)" } }
    }
    return LiveValueTwin("trees of workers", trees.live(), lines, isSame: ==) { lines(trees.all) }
  }
}
