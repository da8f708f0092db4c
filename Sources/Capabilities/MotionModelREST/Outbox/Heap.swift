/// A queue whose least element comes first.
struct Heap<Element: Comparable> {
  /// The children of the element at `index` are those at `2 * index + 1` and `2 * index + 2`, and none is less than it.
  private var elements: [Element] = []

  /// The least element.
  var first: Element? { elements.first }

  /// Adds an element.
  ///
  /// - Complexity: O(log *n*).
  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, elements[index] < elements[(index - 1) / 2] {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the least element.
  ///
  /// - Complexity: O(log *n*).
  mutating func removeFirst() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let first = elements.first else { return last }
    elements[0] = last
    var index = 0
    while let child = lesserChild(of: index), elements[child] < elements[index] {
      elements.swapAt(index, child)
      index = child
    }
    return first
  }

  private func lesserChild(of index: Int) -> Int? {
    let (left, right) = (2 * index + 1, 2 * index + 2)
    if left >= elements.count { return nil }
    return right < elements.count && elements[right] < elements[left] ? right : left
  }
}
