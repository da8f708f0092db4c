import MotionModelInspector

extension Records {
  /// Returns the places of columns by their names; nil for all columns.
  func places(of names: [String]?) throws(UsageError) -> [Int] {
    guard let names else { return Array(self.names.indices) }
    var places: [Int] = []
    for name in names {
      guard let place = columns.place(of: name) else {
        throw UsageError(unknown: "column", name, known: self.names)
      }
      places.append(place)
    }
    return places
  }
}
