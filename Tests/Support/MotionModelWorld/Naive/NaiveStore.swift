import Foundation
import MotionModel
import MotionModelTestSupport

/// A store that is as simple as it can be: plain arrays that are searched from front to back, copied completely to be
/// restored, and counted for each counter.
package struct NaiveStore: Sendable {
  package var sites = NaiveTable<Site>()
  package var jobs = NaiveTable<Job>()
  package var workers = NaiveTable<Worker>()
  package var shifts = NaiveTable<Shift>()
  package var permits = NaiveTable<Permit>()
  package var remarks = NaiveTable<Remark>()
  package var bookings = NaiveTable<Booking>()
  package var samples = NaiveTable<Sample>()

  /// The time of the current step.
  var now = Date(timeIntervalSinceReferenceDate: 0)
  var runsHooks = true
  var touchesParents = true
  /// Whether an index forbids two remarks with the same text.
  var hasUniqueTexts = false
  /// Whether relations that restrict destroying are ignored, as in a preview.
  var ignoresRestrictions = false

  package init() {}

  // MARK: - As a whole

  /// Returns an earlier state of the store, in which the ids that were given since stay given.
  func restored(to earlier: NaiveStore, isCommit: Bool = false) -> NaiveStore {
    var restoring = Restoring(now: self, isCommit: isCommit, result: earlier)
    restoring.visitAll()
    var store = restoring.result
    (store.now, store.hasUniqueTexts) = (now, hasUniqueTexts)
    return store
  }

  private struct Restoring: ModelVisitor {
    let now: NaiveStore
    let isCommit: Bool
    var result: NaiveStore

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      result[keyPath: Record.rows] = now[keyPath: Record.rows].restored(
        to: result[keyPath: Record.rows], isCommit: isCommit)
    }
  }

  /// Whether two stores hold the same records in the same order.
  func holdsSame(as other: NaiveStore) -> Bool {
    var comparing = Comparing(first: self, second: other)
    comparing.visitAll()
    return comparing.isSame
  }

  /// Whether two stores hold the same records at the same positions.
  func isSame(as other: NaiveStore) -> Bool {
    var comparing = Comparing(first: self, second: other, comparesPositions: true)
    comparing.visitAll()
    return comparing.isSame
  }

  private struct Comparing: ModelVisitor {
    let first: NaiveStore
    let second: NaiveStore
    var comparesPositions = false
    var isSame = true

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      let (one, other) = (first[keyPath: Record.rows], second[keyPath: Record.rows])
      isSame = isSame && one.holdsSame(as: other) && (!comparesPositions || one.hasSamePositions(as: other))
    }
  }

  /// What was wrong with ids that the library gave; nil when nothing was.
  var complaint: String? {
    var complaining = Complaining(store: self)
    complaining.visitAll()
    return complaining.complaint
  }

  private struct Complaining: ModelVisitor {
    let store: NaiveStore
    var complaint: String?

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      complaint = complaint ?? store[keyPath: Record.rows].complaint
    }
  }

  // MARK: - Rules

  /// Throws the reason for which a commit is refused, if there is one.
  func checkCommit() throws(Refusal) {
    for kind in Kind.allCases {
      for link in kind.model.links { try link.check(self) }
    }
    try Booking.checkCommit(of: self)
  }

  /// Throws when two records share a unique value.
  func checkAllUnique() throws(Refusal) {
    var judging = Judging(store: self)
    judging.visitAll()
    if judging.isBroken { throw .notUnique }
  }

  private struct Judging: ModelVisitor {
    let store: NaiveStore
    var isBroken = false

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      do throws(Refusal) { try store.checkUnique(model) } catch { isBroken = true }
    }
  }
}
