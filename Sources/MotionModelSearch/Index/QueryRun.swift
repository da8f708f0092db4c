import MotionModel

/// A query on an index: which of the index's words its operands mean, and the rows that match.
struct QueryRun: Sendable {
  let index: WordIndex
  let query: BoundQuery
  /// For each operand the lists of the words that it means, word by word; nil where any word may stand.
  private let lists: [[[Int]?]]

  init(_ query: BoundQuery, in index: WordIndex) {
    (self.query, self.index) = (query, index)
    lists = query.operands.map { operand in
      operand.words.map { word in
        if word.isAny { return nil }
        if word.isPrefix { return index.words.numbers(withPrefix: word.text) }
        return index.words.number(of: word.text).map { [$0] } ?? []
      }
    }
  }

  // MARK: - Operands

  /// Returns the only word of an operand that is nothing but that, and its number; nil for others. The number is nil when no
  /// row has the word.
  func plainWord(_ operand: Int) -> Int?? {
    let asked = query.operands[operand]
    guard asked.words.count == 1, !asked.words[0].isPrefix, asked.start == nil,
      asked.column == nil || index.form.places.columns == 1
    else { return nil }
    return .some(lists[operand][0]?.first)
  }

  /// How many rows have an operand at most.
  func mostRows(_ operand: Int) -> Int {
    let asked = query.operands[operand]
    return lists[operand].compactMap { $0 }.map { numbers in
      numbers.reduce(0) { sum, number in
        sum + (asked.column.map { index.words.rowCount(number, in: $0) } ?? index.words[number].rows.count)
      }
    }.min() ?? 0
  }

  /// Whether ``mostRows(_:)`` is the exact number of rows.
  func isCountExact(_ operand: Int) -> Bool {
    let asked = query.operands[operand]
    return asked.words.count == 1 && asked.start == nil && lists[operand][0]?.count ?? 0 <= 1
  }

  /// Returns the rows that have an operand, and how often.
  ///
  /// - Parameter rows: The only rows of interest; nil for all.
  func operandRows(_ operand: Int, within rows: RowMarks? = nil) -> OperandRows {
    if query.operands[operand].words.count > 1 { return places(operand, within: rows).operandRows(index.form.places) }
    let (asked, form) = (query.operands[operand], index.form.places)
    var found = OperandRows(columns: form.columns)
    let isAnywhere = asked.column == nil && asked.start == nil
    for number in lists[operand][0] ?? [] {
      for block in index.words[number].rows.blocks {
        block.read { view in
          view.forEach { _, position, places in
            if let rows, !rows.contains(position) { return }
            if isAnywhere && form.columns == 1 { return found.add(UInt32(places.count), position, in: 0) }
            places.forEach { place in
              if form.isWanted(place, in: asked) { found.add(1, position, in: form.column(of: place)) }
            }
          }
        }
      }
    }
    return found
  }

  /// Returns the places at which an operand begins, in the rows of interest.
  func places(_ operand: Int, within rows: RowMarks? = nil) -> PlaceList {
    let (asked, form) = (query.operands[operand], index.form.places)
    let rows = asked.words.count > 1 ? commonRows(operand, within: rows) : rows
    let words = lists[operand].enumerated().compactMap { offset, numbers in
      numbers.map { numbers in
        (
          offset: offset,
          list: PlaceList(
            anyOf: numbers.map { number in
              PlaceList(index.words[number].rows) { rows?.contains($0) ?? true }
            })
        )
      }
    }
    var found = PlaceList()
    PlaceList.forEachCommonRow(words.map(\.list)) { position, numbers in
      found.append(
        position,
        words[0].list[numbers[0]].lazy.filter { place in
          form.isWanted(place, in: asked)
            && (1..<words.count).allSatisfy { word in
              words[word].list[numbers[word]].hasSorted(place &+ UInt32(words[word].offset) &<< form.bits)
            }
        })
    }
    return found
  }

  /// Returns the rows that have all words of an operand.
  private func commonRows(_ operand: Int, within rows: RowMarks?) -> RowMarks {
    var common = rows
    let words = lists[operand].compactMap { $0 }.sorted { size(of: $0) < size(of: $1) }
    for numbers in words {
      var marks = RowMarks()
      for number in numbers { marks.insert(index.words[number].rows, within: common) }
      common = marks
    }
    return common ?? RowMarks()
  }

  private func size(of numbers: [Int]) -> Int { numbers.reduce(0) { $0 + index.words[$1].rows.count } }

  // MARK: - Operands that are near each other

  /// Returns the places of operands of which each is near the next, list by list: those in a chain of such places.
  func nearPlaces(_ operands: [Int], _ distances: [Int], within rows: RowMarks? = nil) -> [PlaceList] {
    let common = operands.reduce(rows) { self.rows(operand: $1, within: $0) }
    let lists = operands.map { places($0, within: common) }
    var found = lists.map { _ in PlaceList() }
    PlaceList.forEachCommonRow(lists) { position, numbers in
      var places = lists.indices.map { Array(lists[$0][numbers[$0]]) }
      for link in distances.indices {
        places[link + 1] = places[link + 1].filter { place in
          places[link].contains { isNear($0, operands[link], place, operands[link + 1], distances[link]) }
        }
      }
      for link in distances.indices.reversed() {
        places[link] = places[link].filter { place in
          places[link + 1].contains { isNear(place, operands[link], $0, operands[link + 1], distances[link]) }
        }
      }
      for index in found.indices { found[index].append(position, places[index]) }
    }
    return found
  }

  /// Returns whether two operands that begin at two places are in one column, do not end at the same word, and have at most
  /// `distance` words between them.
  private func isNear(_ place: UInt32, _ operand: Int, _ other: UInt32, _ otherOperand: Int, _ distance: Int) -> Bool {
    let form = index.form.places
    guard form.column(of: place) == form.column(of: other) else { return false }
    let (start, otherStart) = (form.position(of: place), form.position(of: other))
    let end = start + query.operands[operand].words.count
    let otherEnd = otherStart + query.operands[otherOperand].words.count
    return end != otherEnd && (end < otherEnd ? otherStart - end : start - otherEnd) <= distance
  }
}

extension PlaceForm {
  /// Whether an operand may begin at a place, as far as its column and ``BoundQuery/Operand/start`` say.
  @inline(__always)
  func isWanted(_ place: UInt32, in operand: BoundQuery.Operand) -> Bool {
    if let column = operand.column, self.column(of: place) != column { return false }
    return operand.start.map { position(of: place) == $0 } ?? true
  }
}

extension ArraySlice<UInt32> {
  /// Returns whether the elements, which are in ascending order, contain a number.
  fileprivate func hasSorted(_ number: UInt32) -> Bool {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == number
  }
}
