import Foundation
import MotionModel

/// What a store does, said as simply as it can be: plain arrays that are looked through from front to back, copied whole to be
/// restored, and whose counters are counted.
package struct NaiveStore: Sendable {
  package var sites = NaiveTable<Site>()
  package var jobs = NaiveTable<Job>()
  package var workers = NaiveTable<Worker>()
  package var shifts = NaiveTable<Shift>()
  package var permits = NaiveTable<Permit>()
  package var remarks = NaiveTable<Remark>()
  package var bookings = NaiveTable<Booking>()

  /// The time of the step at hand.
  var now = Date(timeIntervalSinceReferenceDate: 0)
  var runsHooks = true
  /// Whether a relation that restricts destroying only reports, as in a preview.
  var ignoresRestrictions = false

  package init() {}

  /// The store as it was, but for the ids that were given since.
  func restored(to earlier: NaiveStore) -> NaiveStore {
    var store = earlier
    (store.now, store.runsHooks) = (now, runsHooks)
    store.sites = sites.restored(to: earlier.sites)
    store.jobs = jobs.restored(to: earlier.jobs)
    store.workers = workers.restored(to: earlier.workers)
    store.shifts = shifts.restored(to: earlier.shifts)
    store.permits = permits.restored(to: earlier.permits)
    store.remarks = remarks.restored(to: earlier.remarks)
    store.bookings = bookings.restored(to: earlier.bookings)
    return store
  }

  /// Whether two stores hold the same records in the same order.
  func holdsSame(as other: NaiveStore) -> Bool {
    sites.holdsSame(as: other.sites) && jobs.holdsSame(as: other.jobs) && workers.holdsSame(as: other.workers)
      && shifts.holdsSame(as: other.shifts) && permits.holdsSame(as: other.permits)
      && remarks.holdsSame(as: other.remarks) && bookings.holdsSame(as: other.bookings)
  }

  var complaint: String? {
    sites.complaint ?? jobs.complaint ?? workers.complaint ?? shifts.complaint ?? permits.complaint ?? remarks.complaint
      ?? bookings.complaint
  }

  var count: Int {
    sites.rows.count + jobs.rows.count + workers.rows.count + shifts.rows.count + permits.rows.count
      + remarks.rows.count + bookings.rows.count
  }

  /// Throws what stands in the way of a commit.
  func checkCommit() throws(Refusal) {
    for kind in Kind.allCases {
      for link in kind.model.links { try link.check(self) }
    }
    try Booking.checkCommit(of: self)
  }
}
