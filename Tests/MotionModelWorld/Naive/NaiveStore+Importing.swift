import MotionModel

extension NaiveStore {
  /// Adds records one after the other, and leaves out those that are refused.
  ///
  /// - Returns: The numbers of those that were refused, from 1.
  mutating func importRecords<Record: WorldModel>(_ records: [Record], allOrNothing: Bool) -> [Int] {
    let start = self
    var failures: [Int] = []
    for (index, record) in records.enumerated() {
      let before = self
      do throws(Refusal) {
        var record = record
        try save(&record, .insert)
        for link in Record.links { try link.check(record, in: self) }
      } catch {
        // Nobody knows the id that a refused record was given.
        self = before
        failures.append(index + 1)
      }
    }
    if allOrNothing && !failures.isEmpty { self = start }
    return failures
  }
}
