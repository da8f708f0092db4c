import MotionModel

/// One version of a live result: the rows that are held, and which of them are shown.
struct LiveVersion: Sendable {
  var rows = LiveRows()
  var shown = 0..<0

  var slice: LiveSlice { rows[shown] }

  /// The index of each held row.
  var indexes: [ObjectIdentifier: Int] {
    Dictionary(uniqueKeysWithValues: zip(rows[0..<rows.count].lazy.map(ObjectIdentifier.init), 0...))
  }
}
