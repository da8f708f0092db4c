import MotionModel

/// Where an operand of a query stands in a record.
package struct Occurrence: Hashable, Sendable {
  /// The number of the operand.
  package var operand: Int
  package var column: Int
  /// The ordinals of its words.
  package var words: Range<Int>

  package init(operand: Int, column: Int, words: Range<Int>) {
    (self.operand, self.column, self.words) = (operand, column, words)
  }
}

extension BoundQuery {
  /// Returns whether the query finds a record with these words.
  ///
  /// - Complexity: O(*n* + *m*) for a record of *n* words and a query of *m*, except for phrases and `NEAR`, which cost
  ///   their words times the places of their rarest word. It recurses as deep as queries nest.
  package func matches(_ record: RecordWords) -> Bool {
    var match = RecordMatch(self, record)
    return match.matches(root)
  }

  /// Returns where the operands stand because of which the query finds a record, by column, then by place.
  ///
  /// Alternatives that do not match have no places, nor has what `NOT` excludes. Of operands with `NEAR`, those places
  /// count that are near each other.
  package func occurrences(in record: RecordWords) -> [Occurrence] {
    var match = RecordMatch(self, record)
    var occurrences: [Occurrence] = []
    _ = match.collect(root, into: &occurrences)
    return Set(occurrences).sorted {
      ($0.column, $0.words.lowerBound, $0.words.upperBound, $0.operand)
        < ($1.column, $1.words.lowerBound, $1.words.upperBound, $1.operand)
    }
  }
}

/// A query while it is compared with one record.
private struct RecordMatch {
  /// Where a word stands, or the first word of a phrase.
  struct Place: Hashable, Comparable {
    var column: Int
    var position: Int

    static func < (first: Place, second: Place) -> Bool {
      (first.column, first.position) < (second.column, second.position)
    }
  }

  private let query: BoundQuery
  /// The places of words by their number, in order.
  private var wordPlaces: [Int: [Place]] = [:]
  /// The places of those operands that were looked up.
  private var operandPlaces: [Int: [Place]] = [:]

  init(_ query: BoundQuery, _ record: RecordWords) {
    self.query = query
    record.forEachWord { word, column, position in
      query.words.forEachNumber(of: word) { number in
        wordPlaces[number, default: []].append(Place(column: column, position: position))
      }
    }
  }

  mutating func matches(_ node: BoundQuery.Node) -> Bool {
    switch node {
    case .nothing: return false
    case .operand(let number): return !places(of: number).isEmpty
    case .near(let numbers, let distances): return linked(numbers, distances).last?.isEmpty == false
    case .and(let nodes):
      for node in nodes where !matches(node) { return false }
      return true
    case .or(let nodes):
      for node in nodes where matches(node) { return true }
      return false
    case .not(let node, let excluded): return matches(node) && !matches(excluded)
    }
  }

  /// Adds the occurrences in a part of the query, and returns whether it matches. If not, it adds nothing.
  mutating func collect(_ node: BoundQuery.Node, into occurrences: inout [Occurrence]) -> Bool {
    let count = occurrences.count
    switch node {
    case .nothing: return false
    case .operand(let number): add(number, places(of: number), to: &occurrences)
    case .near(let numbers, let distances):
      for (number, places) in zip(numbers, chained(numbers, distances)) { add(number, places, to: &occurrences) }
    case .and(let nodes):
      for node in nodes where !collect(node, into: &occurrences) {
        occurrences.removeSubrange(count...)
        return false
      }
    case .or(let nodes): for node in nodes { _ = collect(node, into: &occurrences) }
    case .not(let node, let excluded):
      guard !matches(excluded) else { return false }
      return collect(node, into: &occurrences)
    }
    return occurrences.count > count
  }

  private func add(_ number: Int, _ places: [Place], to occurrences: inout [Occurrence]) {
    let length = length(of: number)
    for place in places {
      let words = place.position..<place.position + length
      occurrences.append(Occurrence(operand: number, column: place.column, words: words))
    }
  }

  private func length(of number: Int) -> Int { query.wordNumbers[number].count }

  // MARK: - Operands

  private mutating func places(of number: Int) -> [Place] {
    if let places = operandPlaces[number] { return places }
    let places = searchedPlaces(of: number)
    operandPlaces[number] = places
    return places
  }

  private func searchedPlaces(of number: Int) -> [Place] {
    let operand = query.operands[number]
    let words = query.wordNumbers[number].enumerated().compactMap { offset, word in
      word.map { (offset: offset, places: wordPlaces[$0] ?? []) }
    }
    // The rarest word first: where it is not, the phrase is not.
    guard let rarest = words.min(by: { $0.places.count < $1.places.count }) else { return [] }
    return rarest.places.compactMap { place in
      let start = Place(column: place.column, position: place.position - rarest.offset)
      guard operand.column ?? start.column == start.column, operand.start ?? start.position == start.position else {
        return nil
      }
      func isThere(_ word: (offset: Int, places: [Place])) -> Bool {
        word.places.hasSorted(Place(column: start.column, position: start.position + word.offset))
      }
      // The last word first: where a text repeats itself, most places fail there.
      return words.last.map(isThere) == true && words.allSatisfy(isThere) ? start : nil
    }
  }

  // MARK: - Near

  /// The places of each operand that are linked with one before: if the last list has one, the chain is there.
  private mutating func linked(_ numbers: [Int], _ distances: [Int]) -> [[Place]] {
    var lists = [places(of: numbers[0])]
    for (index, distance) in distances.enumerated() {
      let places = places(of: numbers[index + 1])
      lists.append(near(places, of: numbers[index + 1], lists[index], of: numbers[index], within: distance))
    }
    return lists
  }

  /// The places of each operand that are in a whole chain.
  private mutating func chained(_ numbers: [Int], _ distances: [Int]) -> [[Place]] {
    var lists = linked(numbers, distances)
    for index in distances.indices.reversed() {
      lists[index] = near(
        lists[index], of: numbers[index], lists[index + 1], of: numbers[index + 1], within: distances[index])
    }
    return lists
  }

  /// The places of an operand that have one of another operand in the same column that does not end at the same word,
  /// with at most `distance` words between them.
  private func near(
    _ places: [Place], of number: Int, _ others: [Place], of other: Int, within distance: Int
  ) -> [Place] {
    let (length, otherLength) = (length(of: number), length(of: other))
    return places.filter { place in
      // The earliest start of the other operand: it ends `distance` words before this one.
      let first = Place(column: place.column, position: place.position - distance - otherLength)
      // The latest start: it begins `distance` words behind this one.
      let last = Place(column: place.column, position: place.position + length + distance)
      let sameEnd = place.position + length - otherLength
      var index = others.partitionIndex { $0 < first }
      if index < others.count, others[index] == Place(column: place.column, position: sameEnd) { index += 1 }
      return index < others.count && others[index] <= last
    }
  }
}

extension RandomAccessCollection where Index == Int, Element: Comparable {
  /// Whether the sorted elements have one: a binary search.
  func hasSorted(_ element: Element) -> Bool {
    let index = partitionIndex { $0 < element }
    return index < endIndex && self[index] == element
  }
}
