import MotionModel

/// One version of a live result: the rows that are held, and which of them are shown.
struct LiveVersion: Sendable {
  let rows: LiveRows
  let shown: Range<Int>

  var slice: LiveSlice { rows[shown] }

  /// The index of each held row.
  var indexes: [ObjectIdentifier: Int] {
    Dictionary(uniqueKeysWithValues: zip(rows[0..<rows.count].lazy.map(ObjectIdentifier.init), 0...))
  }
}
