import MotionModel

extension NaiveStore {
  /// Inserts records one after the other, without those that are refused.
  ///
  /// - Returns: The numbers of the refused records, from 1.
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
        // The id that a refused record was given is not known.
        self = before
        failures.append(index + 1)
      }
    }
    if allOrNothing && !failures.isEmpty { self = start }
    return failures
  }
}
