package import MotionModel

extension WordIndex {
  package func violation(_ positions: [Int], at address: (_ position: Int) -> Row) -> String? {
    var expected: [String: [Int: [UInt32]]] = [:]
    for position in positions {
      var counted = ContiguousArray<UInt32>(repeating: 0, count: form.places.columns)
      fields.forEachWord(of: address(position)) { word, column, ordinal in
        let word = String(decoding: word, as: UTF8.self)
        expected[word, default: [:]][position, default: []].append(form.places.place(ordinal, in: column))
        counted[column] += 1
      }
      if !lengths.isSame(counted, at: position) { return "has other lengths for the row at \(position)" }
    }
    if lengths.rowCount != positions.count { return "has \(lengths.rowCount) rows instead of \(positions.count)" }
    if words.count != expected.count { return "has \(words.count) words instead of \(expected.count)" }
    for number in 0..<words.count {
      let word = words[number].word
      guard let rows = expected[word] else { return "has the word \(word), which no row has" }
      if words.number(of: word) != number { return "does not find the word \(word)" }
      if let violation = violation(of: number, rows) { return "\(violation), for the word \(word)" }
    }
    var (listed, last): (Int, [UInt8]) = (0, [])
    forEachWord(from: UnsafeBufferPointer(start: nil, count: 0)) { word, _ in
      if listed == 0 || last.lexicographicallyPrecedes(word) { listed += 1 }
      last = Array(word)
      return true
    }
    return listed == words.count ? nil : "lists \(listed) words in order, of \(words.count)"
  }

  /// Returns what is wrong with the rows of a word.
  private func violation(of number: Int, _ expected: [Int: [UInt32]]) -> String? {
    var (found, counts): ([Int: [UInt32]], [Int]) = ([:], Array(repeating: 0, count: form.places.columns))
    var last = -1
    let blocks = words[number].rows.blocks
    for block in blocks {
      if block.read({ $0.count }) > form.blockSize { return "has a block of too many rows" }
      block.read { view in
        view.forEach { _, position, places in
          if position <= last { found[-1] = [] }
          last = position
          places.forEach { found[position, default: []].append($0) }
        }
      }
    }
    if found != expected.mapValues({ $0.sorted() }) { return "has \(found) instead of \(expected)" }
    for places in expected.values { form.places.forEachColumn(of: places) { counts[$0] += 1 } }
    if counts.indices.contains(where: { words.rowCount(number, in: $0) != counts[$0] }) { return "counts other rows" }
    if words[number].rows.count != expected.count { return "has \(words[number].rows.count) rows" }
    guard case .many(let many) = words[number].rows else { return nil }
    var isBound = many.bounds.count == blocks.count
    for (index, block) in blocks.enumerated() where isBound {
      form.forEachRow(of: block, lengths) { if !many.bounds.allows($1, in: index) { isBound = false } }
    }
    return isBound ? nil : "has wrong bounds"
  }
}
