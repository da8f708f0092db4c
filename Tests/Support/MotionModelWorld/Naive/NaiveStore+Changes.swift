extension NaiveStore {
  /// Throws when a commit may not make of an earlier state what the store is now.
  ///
  /// - Parameter byClerk: Whether a clerk acts, who may not write bad remarks.
  func checkChanges(since before: NaiveStore, byClerk: Bool) throws(Refusal) {
    try Booking.checkChanges(from: before.bookings.records, to: bookings.records)
    if !byClerk { return }
    for row in remarks.rows {
      let old = before.remarks.find(row.record.id)
      if old.map({ $0.isSame(as: row.record) }) == true { continue }
      if row.record.isBad || old?.isBad == true { throw .policy }
    }
    for row in before.remarks.rows where row.record.isBad && remarks.index(of: row.record.id) == nil { throw .policy }
  }
}
