import MotionModel

/// A number with its noun: `1 record`, `3 records`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension StoreDocument {
  /// How many models and records there are, in words.
  var counts: String {
    "\(counted(models.count, "model")), \(counted(models.reduce(0) { $0 + $1.rows.count }, "record"))"
  }
}
