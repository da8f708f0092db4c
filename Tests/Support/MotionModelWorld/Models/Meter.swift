package import MotionModel

/// A meter, from which threads move amounts to others: the sum of all never changes.
package struct Meter: Model, Equatable {
  package var id = 0
  package var amount = 0
  /// The mark of the latest move.
  package var mark: UInt64 = 0

  package static let schema = Schema<Meter> {
    Column(\.amount, .ordered)
    Column(\.mark)
  }

  package init() {}
}
