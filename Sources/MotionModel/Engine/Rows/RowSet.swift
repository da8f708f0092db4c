/// A set of positions, by chunk, in ascending order.
///
/// Indexes return their rows in this form. Scans read rows by chunk, too, and the set is small, because neighbouring
/// rows share an element.
package struct RowSet: Sendable {
  package struct Element: Sendable {
    package let chunk: Int
    package var rows: RowMask
  }

  /// The elements in the order of their chunks. Empty elements stay until they outnumber the rest, so that removing
  /// many positions takes linear time.
  package private(set) var elements: ContiguousArray<Element> = []
  package private(set) var count = 0
  /// The index of the first element that has rows.
  private var start: Int32 = 0
  private var emptyCount: Int32 = 0

  package init() {}

  package init(_ position: Int) { insert(position) }

  /// Creates a set of positions, which are given in any order and once each.
  package init(positions: [Int]) {
    self.init()
    guard let last = positions.max() else { return }
    if positions.count < 8 + last >> 12 {
      for position in positions.sorted() { insert(position) }
      return
    }
    var masks = [RowMask](repeating: .none, count: RowPosition.chunk(of: last) + 1)
    for position in positions { masks[RowPosition.chunk(of: position)].insert(RowPosition.index(of: position)) }
    self = RowSet(masks: masks)
  }

  /// Creates a set from the rows of each chunk, from the first chunk on.
  package init(masks: [RowMask]) {
    for (chunk, rows) in masks.enumerated() where !rows.isEmpty {
      elements.append(Element(chunk: chunk, rows: rows))
      count += rows.count
    }
  }

  package var isEmpty: Bool { count == 0 }

  /// The lowest position; the set must not be empty.
  var first: Int {
    let element = elements[Int(start)]
    let row =
      element.rows.low != 0 ? element.rows.low.trailingZeroBitCount : 64 + element.rows.high.trailingZeroBitCount
    return RowPosition.first(inChunk: element.chunk) + row
  }

  package func contains(_ position: Int) -> Bool {
    rows(inChunk: RowPosition.chunk(of: position)).contains(RowPosition.index(of: position))
  }

  package mutating func insert(_ position: Int) {
    let (chunk, row) = (RowPosition.chunk(of: position), RowPosition.index(of: position))
    let index = self.index(of: chunk)
    if index < elements.count && elements[index].chunk == chunk {
      if elements[index].rows.contains(row) { return }
      refill(index, .row(row))
    } else {
      add(Element(chunk: chunk, rows: .row(row)), at: index)
    }
    count += 1
  }

  private mutating func add(_ element: Element, at index: Int) {
    elements.insert(element, at: index)
    // An element that is inserted before the first one with rows becomes the first one with rows.
    start = index <= Int(start) ? Int32(index) : start
  }

  private mutating func refill(_ index: Int, _ rows: RowMask) {
    if elements[index].rows.isEmpty {
      emptyCount -= 1
      start = min(start, Int32(index))
    }
    elements[index].rows = elements[index].rows | rows
  }

  /// Removes a position.
  ///
  /// - Returns: Whether it was there.
  @discardableResult mutating func remove(_ position: Int) -> Bool {
    let (chunk, row) = (RowPosition.chunk(of: position), RowPosition.index(of: position))
    let index = self.index(of: chunk)
    guard index < elements.count, elements[index].chunk == chunk, elements[index].rows.contains(row) else {
      return false
    }
    elements[index].rows.remove(row)
    count -= 1
    if elements[index].rows.isEmpty { didEmpty(index) }
    return true
  }

  private mutating func didEmpty(_ index: Int) {
    emptyCount += 1
    if emptyCount > elements.count / 2 {
      // Into new memory, because the existing memory would keep its size.
      elements = ContiguousArray(elements.filter { !$0.rows.isEmpty })
      (start, emptyCount) = (0, 0)
    } else if index == Int(start) {
      while elements[Int(start)].rows.isEmpty { start += 1 }
    }
  }

  package mutating func formUnion(_ other: RowSet) {
    if isEmpty { return self = other }
    for element in other.elements where !element.rows.isEmpty { formUnion(element) }
  }

  private mutating func formUnion(_ element: Element) {
    let index = self.index(of: element.chunk)
    if index < elements.count && elements[index].chunk == element.chunk {
      count += element.rows.subtracting(elements[index].rows).count
      refill(index, element.rows)
    } else {
      add(element, at: index)
      count += element.rows.count
    }
  }

  /// Calls `body` with each position in ascending order.
  package func forEach(_ body: (Int) -> Void) {
    for element in elements { element.rows.forEach { body(RowPosition.first(inChunk: element.chunk) + $0) } }
  }

  /// All positions in ascending order.
  var positions: [Int] {
    var positions: [Int] = []
    forEach { positions.append($0) }
    return positions
  }

  /// Returns whether a position meets a condition.
  func contains(where isWanted: (Int) -> Bool) -> Bool {
    elements.contains { element in
      !element.rows.filter { isWanted(RowPosition.first(inChunk: element.chunk) + $0) }.isEmpty
    }
  }

  /// Returns the positions that meet a condition.
  package func filtered(by isKept: (Int) -> Bool) -> RowSet {
    filter { element in element.rows.filter { isKept(RowPosition.first(inChunk: element.chunk) + $0) } }
  }

  /// Returns the set of the rows that `kept` returns for each chunk.
  func filter(_ kept: (Element) -> RowMask) -> RowSet {
    var result = RowSet()
    for element in elements {
      let rows = kept(element)
      if rows.isEmpty { continue }
      result.elements.append(Element(chunk: element.chunk, rows: rows))
      result.count += rows.count
    }
    return result
  }

  /// Keeps only the rows that another set has, too.
  package mutating func formIntersection(_ other: RowSet) { self = filter { $0.rows & other.rows(inChunk: $0.chunk) } }

  /// Returns the rows that another set does not have.
  package func subtracting(_ other: RowSet) -> RowSet { filter { $0.rows.subtracting(other.rows(inChunk: $0.chunk)) } }

  private func rows(inChunk chunk: Int) -> RowMask {
    let index = self.index(of: chunk)
    return index < elements.count && elements[index].chunk == chunk ? elements[index].rows : .none
  }

  /// Returns the index of the element of a chunk, or of the first element behind it. The last element is tried first,
  /// because new positions are mostly the highest ones.
  private func index(of chunk: Int) -> Int {
    guard let last = elements.last, chunk <= last.chunk else { return elements.count }
    if last.chunk == chunk { return elements.count - 1 }
    return elements.partitionIndex { $0.chunk < chunk }
  }
}
