/// The records that were read by a ``RelatedFinder``, in the order of reading, so that two readings can be compared
/// whose elements are tuples of any types.
///
/// It is filled by one thread, and not changed afterwards.
package final class RecordTrace: @unchecked Sendable {
  private enum Step {
    case record(any Model)
    /// How many records a list has, of which each was noted before or after.
    case count(Int)
    /// A record that was read before, with the same included records.
    case again(Int)
  }

  private var steps: [Step] = []

  func note<Record: Model>(_ record: Record) { steps.append(.record(record)) }

  func note<Record: Model>(_ records: [Record]) {
    note(records.count)
    for record in records { note(record) }
  }

  func note(_ count: Int) { steps.append(.count(count)) }

  /// - Parameter number: The number of the record among the records that were read with their included records.
  func noteAgain(_ number: Int) { steps.append(.again(number)) }

  /// Returns whether another reading of the same finder found the same.
  package func isSame(as other: RecordTrace) -> Bool {
    steps.count == other.steps.count
      && zip(steps, other.steps).allSatisfy { step, other in
        switch (step, other) {
        case (.record(let record), .record(let other)): Self.isSame(record, other)
        case (.count(let count), .count(let other)): count == other
        case (.again(let number), .again(let other)): number == other
        default: false
        }
      }
  }

  private static func isSame<Record: Model>(_ record: Record, _ other: any Model) -> Bool {
    (other as? Record).map { LiveIdentity.isSame(record, $0) } ?? false
  }
}
