import MotionModel

extension NaiveTable {
  /// Gives the table the records of a file, in their order. It must have no other records.
  mutating func bring(_ records: [Record]) {
    let old = records.map { index(of: $0.id).map { rows[$0].position } }
    let new = Self.newPlaces(old)
    rows.removeAll { row in
      guard let index = records.firstIndex(where: { $0.id == row.record.id }) else { return false }
      return new[index] != old[index]
    }
    for (index, record) in records.enumerated() {
      if let place = new[index] {
        if let stayed = self.index(of: record.id) {
          rows[stayed].record = record
        } else {
          insert(Row(record: record, position: place))
        }
      } else {
        append(record)
      }
    }
  }

  /// Returns the places of the records of a file, given those that they have; nil for the end of the table.
  private static func newPlaces(_ old: [Int?]) -> [Int?] {
    let places = old.compactMap { $0 }
    let hasNewAtEnd = old.prefix(places.count).allSatisfy { $0 != nil }
    if hasNewAtEnd && places == places.sorted() { return old }
    let staying = longestRun(old)
    var new = [Int?](repeating: nil, count: old.count)
    var (start, last) = (0, -1)
    for index in staying {
      guard let place = old[index], place - last - 1 >= index - start else { return new }
      for offset in 0..<(index - start) { new[start + offset] = last + 1 + offset }
      new[index] = place
      (start, last) = (index + 1, place)
    }
    return new
  }

  /// Returns the indexes of the most records whose places increase. Of several such runs, it is the one with the lowest
  /// last place, then with the lowest place before that, and so on.
  private static func longestRun(_ places: [Int?]) -> [Int] {
    var runs: [[Int]?] = []
    for (index, place) in places.enumerated() {
      guard let place else {
        runs.append(nil)
        continue
      }
      let earlier = runs.enumerated().compactMap { number, run in (places[number] ?? place) < place ? run : nil }
      runs.append((best(earlier, places) ?? []) + [index])
    }
    return best(runs.compactMap { $0 }, places) ?? []
  }

  private static func best(_ runs: [[Int]], _ places: [Int?]) -> [Int]? {
    runs.min { first, second in
      let (end, otherEnd) = (first.last.flatMap { places[$0] } ?? 0, second.last.flatMap { places[$0] } ?? 0)
      return first.count != second.count ? first.count > second.count : end < otherEnd
    }
  }
}
