import MotionModel

/// A query on an index: which of the index's words its operands mean.
struct QueryRun: Sendable {
  let index: WordIndex
  let query: BoundQuery
  /// For each operand the lists of the words that it means, word by word; nil where any word may stand.
  let lists: [[[Int]?]]

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

  // MARK: - Kinds of operands

  /// Returns whether all rows that have a word of an operand have the operand, and all places of the word count.
  func isWordAnywhere(_ operand: Int) -> Bool {
    let asked = query.operands[operand]
    return asked.words.count == 1 && asked.start == nil && (asked.column == nil || index.form.places.columns == 1)
  }

  /// Returns the only word of an operand that is nothing but that, and its number; nil for others. The number is nil
  /// when no row has the word.
  func plainWord(_ operand: Int) -> Int?? {
    guard isWordAnywhere(operand), !query.operands[operand].words[0].isPrefix else { return nil }
    return .some(lists[operand][0]?.first)
  }

  // MARK: - Numbers of rows

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

  /// How many rows match at most.
  var mostRows: Int { mostRows(query.root) }

  /// Whether ``mostRows`` is the exact number.
  var isCountExact: Bool {
    switch query.root {
    case .nothing: true
    case .operand(let number): isCountExact(number)
    case .near, .and, .or, .not: false
    }
  }

  func mostRows(_ node: BoundQuery.Node) -> Int {
    switch node {
    case .nothing: 0
    case .operand(let number): mostRows(number)
    case .near(let numbers, _): numbers.map { mostRows($0) }.min() ?? 0
    case .and(let nodes): nodes.map { mostRows($0) }.min() ?? 0
    case .or(let nodes): min(nodes.reduce(0) { $0 + mostRows($1) }, index.lengths.rowCount)
    case .not(let node, _): mostRows(node)
    }
  }
}
