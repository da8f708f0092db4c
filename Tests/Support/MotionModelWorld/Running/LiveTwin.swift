import Foundation
import MotionModel
import MotionModelLive

/// Something live in a store that must be what its finder answers, and must have told that.
protocol TwinLive: AnyObject {
  /// - Parameter isTold: Whether everything was told that was committed, except in silenced blocks.
  func checkFinder(isTold: Bool) throws(Difference)
  /// Takes note that nobody is told of the next commits.
  func noteSilence()
}

/// The records of a finder, how many there are, and one of them, kept true by each commit.
final class LiveTwin<Record: WorldModel>: TwinLive {
  private let swift: String
  private let finder: Finder<Record>
  private let results: LiveResults<Record>
  private let count: LiveAggregate<Int>
  private let record: LiveRecord<Record>
  private let id: Record.ID
  private let log: LiveLog<Record>
  private let observation: StoreObservation
  private let isRanked: Bool

  init(_ finder: Finder<Record>, _ swift: String, isRanked: Bool = false) {
    self.isRanked = isRanked
    (self.finder, self.swift, results, count) = (finder, swift, finder.live(), finder.live(.count))
    id = results.first?.id ?? Record.new { _ in }.id
    record = finder.store.table(Record.self).live(id)
    let log = LiveLog(Array(results))
    (self.log, observation) = (log, results.onChange { log.add($0) })
  }

  func noteSilence() { log.noteSilence() }

  /// Returns records in an order that is certain: from a hundred records on, or when there were as many, ranks may be a bit older than the records.
  private func comparable(_ records: [Record]) -> [Record] {
    let table = finder.store.table(Record.self)
    if !isRanked || table.count < 99 { return records }
    let places = Dictionary(uniqueKeysWithValues: table.ids.enumerated().map { ($1, $0) })
    return records.sorted { places[$0.id] ?? -1 < places[$1.id] ?? -1 }
  }

  func checkFinder(isTold: Bool) throws(Difference) {
    let (expected, elements) = (comparable(finder.all), comparable(Array(results)))
    if let problem = log.problem { throw Difference("live changes", "\(problem): \(swift)") }
    if !elements.isSame(as: expected) {
      throw Difference("live records", "\(elements.map(\.id)), expected \(expected.map(\.id)): \(swift)")
    }
    if count.value != expected.count {
      throw Difference("live count", "\(count.value), expected \(expected.count): \(swift)")
    }
    let found = finder.store.table(Record.self).find(id)
    if ![record.value].compactMap({ $0 }).isSame(as: [found].compactMap { $0 }) {
      throw Difference("live record", "\(record.value as Any), expected \(found as Any)")
    }
    if isTold, let told = log.told.map(comparable), !told.isSame(as: expected) {
      throw Difference("live changes", "told \(told.map(\.id)), expected \(expected.map(\.id)): \(swift)")
    }
  }
}

/// What a live result told, and what was wrong with it.
private final class LiveLog<Record: WorldModel>: @unchecked Sendable {
  private let lock = NSLock()
  private var shown: [Record]
  private var isSilent = false
  private var found: String?

  init(_ shown: [Record]) { self.shown = shown }

  func add(_ change: LiveChange<Record>) {
    let (before, after) = (Array(change.before), Array(change.after))
    lock.withLock {
      if !before.isSame(as: shown) { found = "\(change) begins with \(before.map(\.id)), expected \(shown.map(\.id))" }
      if before.isSame(as: after) { found = "\(change) changes nothing" }
      let applied = change.applied(to: before)
      if !applied.isSame(as: after) { found = "\(change) gives \(applied.map(\.id)), expected \(after.map(\.id))" }
      (shown, isSilent) = (after, false)
    }
  }

  func noteSilence() { lock.withLock { isSilent = true } }

  var problem: String? { lock.withLock { found } }

  /// What was told; nil if there may be something that nobody was told.
  var told: [Record]? { lock.withLock { isSilent ? nil : shown } }
}

extension Array where Element: WorldModel {
  func isSame(as other: [Element]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
  }
}
