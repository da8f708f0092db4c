import MotionModel

/// The rows that have an operand of a query, among some rows or all.
extension QueryRun {
  /// Returns the rows that have an operand.
  ///
  /// - Parameter rows: The only rows of interest; nil for all.
  func rows(operand: Int, within rows: RowMarks?) -> RowMarks {
    isWordAnywhere(operand)
      ? wordRows(lists[operand][0] ?? [], within: rows) : operandRows(operand, within: rows).summary.marks
  }

  /// Returns the rows that have any of some words.
  private func wordRows(_ numbers: [Int], within rows: RowMarks?) -> RowMarks {
    var found = RowMarks()
    guard let rows else {
      for number in numbers { found.insert(index.words[number].rows) }
      return found
    }
    let count = rows.count
    for number in numbers {
      let list = index.words[number].rows
      // A row that is looked for takes as long as many that are read in order.
      if count < list.count / 16 { found.insert(list, among: rows) } else { found.insert(list) }
    }
    found.formIntersection(rows)
    return found
  }

  /// Returns the rows that have an operand, and how often.
  func operandRows(_ operand: Int, within rows: RowMarks? = nil) -> OperandRows {
    let (asked, form) = (query.operands[operand], index.form.places)
    var found = OperandRows(columns: form.columns)
    guard asked.words.count == 1 else {
      forEachPlaces(of: operand, within: rows) { position, places in
        for place in places { found.add(1, position, in: form.column(of: place)) }
      }
      return found
    }
    let isAnywhere = isWordAnywhere(operand) && form.columns == 1
    for number in lists[operand][0] ?? [] {
      forEachRow(of: number, within: rows) { position, places in
        if isAnywhere { return found.add(UInt32(truncatingIfNeeded: places.count), position, in: 0) }
        places.forEach { if form.isWanted($0, in: asked) { found.add(1, position, in: form.column(of: $0)) } }
      }
    }
    return found
  }

  /// Calls `body` with each row that has a word, in ascending order.
  @inline(__always)
  private func forEachRow(
    of number: Int, within rows: RowMarks?, _ body: (_ position: Int, _ places: WordPlaces) -> Void
  ) {
    let list = index.words[number].rows
    if let rows, list.count > index.form.blockSize {
      var cursor = PostingCursor(list)
      for chunk in 0..<rows.chunkCount {
        cursor.forEach(rows[chunk: chunk], inChunk: chunk) { body(chunk << 7 + $0, $1) }
      }
      return
    }
    for block in list.blocks {
      block.read { view in
        view.forEach { _, position, places in if rows?.contains(position) ?? true { body(position, places) } }
      }
    }
  }

  // MARK: - Places

  /// The words of an operand that matter, each with its place among all.
  func words(of operand: Int) -> [(offset: Int, numbers: [Int])] {
    lists[operand].enumerated().compactMap { offset, numbers in numbers.map { (offset, $0) } }
  }

  /// Calls `body` with each row that has an operand, in ascending order, and with the places at which it begins there.
  private func forEachPlaces(
    of operand: Int, within rows: RowMarks?, _ body: (_ position: Int, _ places: UnsafeBufferPointer<UInt32>) -> Void
  ) {
    let common = commonRows(operand, within: rows)
    var reader = OperandReader(self, operand, within: common)
    for chunk in 0..<common.chunkCount where !common[chunk: chunk].isEmpty {
      reader.read(common[chunk: chunk], inChunk: chunk)
      reader.found.forEach { body(chunk << 7 + $0, $1) }
    }
  }

  /// Returns the places where words stand one after the other of which some are prefixes.
  func places(_ words: [(offset: Int, numbers: [Int])], within rows: RowMarks) -> PlaceList {
    let lists = words.map { word in
      PlaceList(
        anyOf: word.numbers.map { number in
          var list = PlaceList()
          forEachRow(of: number, within: rows) { list.append($0, $1) }
          return list
        })
    }
    var found = PlaceList()
    PlaceList.forEachCommonRow(lists) { position, numbers in
      found.append(
        position,
        lists[0][numbers[0]].lazy.filter { place in
          (1..<words.count).allSatisfy { word in
            lists[word][numbers[word]].hasSorted(place &+ UInt32(words[word].offset) &<< index.form.places.bits)
          }
        })
    }
    return found
  }

  /// Returns the rows that have all words of an operand.
  func commonRows(_ operand: Int, within rows: RowMarks?) -> RowMarks {
    var common = rows
    for numbers in words(of: operand).map(\.numbers).sorted(by: { size(of: $0) < size(of: $1) }) {
      common = wordRows(numbers, within: common)
    }
    return common ?? RowMarks()
  }

  private func size(of numbers: [Int]) -> Int { numbers.reduce(0) { $0 + index.words[$1].rows.count } }
}

extension PlaceForm {
  /// Whether an operand may begin at a place, as far as its column and ``BoundQuery/Operand/start`` say.
  @inline(__always)
  func isWanted(_ place: UInt32, in operand: BoundQuery.Operand) -> Bool {
    if let column = operand.column, self.column(of: place) != column { return false }
    return operand.start.map { position(of: place) == $0 } ?? true
  }
}
