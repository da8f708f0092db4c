/// Where the records of a file go in their table, so that the table has them in the order of the file.
///
/// The records of a longest run that is in order already stay. All other records go into the gaps between them, which
/// deleted and moved records leave. From the first gap that is too small on, all records go to the end of the table:
/// two records that change places at the beginning move all.
enum FileOrder {
  /// Returns the positions that records get; nil for the end of the table.
  ///
  /// - Parameter positions: The positions that the records have, in the order of the file; nil for new records.
  /// - Complexity: O(*n*) if the records are in order already, else O(*n* log *n*).
  static func places(of positions: [Int?]) -> [Int?] {
    if isInOrder(positions) { return positions }
    var places = positions
    let known = positions.enumerated().compactMap { index, position in position.map { (index: index, position: $0) } }
    let kept = known.map(\.position).longestAscent.map { (known[$0].index, Int?.some(known[$0].position)) }
    var (last, first) = (-1, 0)
    for (index, position) in kept + [(positions.count, nil)] {
      guard let position, position - last > index - first else {
        for moved in first..<positions.count { places[moved] = nil }
        return places
      }
      for moved in first..<index { places[moved] = last + 1 + moved - first }
      (last, first) = (position, index + 1)
    }
    return places
  }

  /// Whether the records that the table has are in order, and all new ones come after them.
  private static func isInOrder(_ positions: [Int?]) -> Bool {
    var (last, hasNew) = (-1, false)
    for position in positions {
      guard let position else {
        hasNew = true
        continue
      }
      if hasNew || position < last { return false }
      last = position
    }
    return true
  }
}
