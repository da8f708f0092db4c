/// A list that can be joined with another in constant time, however long both are.
///
/// Conditions, orders and search queries are values that a program builds step by step. If each step copied all parts
/// of the step before, *n* steps would take time in *n*². So a long list only refers to the two lists that it was
/// joined from. Reading it for the first time makes one array.
@frozen @usableFromInline
package enum JoinedList<Element: Sendable>: Sendable {
  case array([Element])
  case joint(ListJoint<Element>)

  /// Up to so many elements, copying is as cheap as joining.
  @inlinable
  static var shortest: Int { 16 }

  /// All elements.
  ///
  /// - Complexity: O(*n*) for the first call after joining, O(1) for others.
  @inlinable
  package var elements: [Element] {
    switch self {
    case .array(let elements): elements
    case .joint(let joint): joint.elements
    }
  }

  /// - Complexity: O(1).
  @inlinable
  package static func + (first: JoinedList, second: JoinedList) -> JoinedList {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    let count = first.count + second.count
    return count <= shortest ? .array(first.elements + second.elements) : .joint(ListJoint(first, second, count))
  }

  /// - Complexity: O(1).
  @inlinable
  package mutating func append(_ element: Element) {
    guard case .array(var elements) = self, elements.count < Self.shortest else {
      // NB: Not a literal, which would be an array: joining that appends each of its elements.
      self = self + JoinedList.array([element])
      return
    }
    // The array is appended to in place if nobody else has it.
    self = []
    elements.append(element)
    self = .array(elements)
  }
}

extension JoinedList: RandomAccessCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral {
  @inlinable
  package init() { self = .array([]) }

  @inlinable
  package init(arrayLiteral elements: Element...) { self = .array(elements) }

  @inlinable
  package var startIndex: Int { 0 }

  @inlinable
  package var endIndex: Int {
    switch self {
    case .array(let elements): elements.count
    case .joint(let joint): joint.count
    }
  }

  @inlinable
  package subscript(index: Int) -> Element { elements[index] }

  @inlinable
  package func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

  @usableFromInline
  package mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Element>) {
    var elements = elements
    elements.replaceSubrange(range, with: new)
    self = .array(elements)
  }
}

extension JoinedList: Equatable where Element: Equatable {
  @usableFromInline
  package static func == (first: JoinedList, second: JoinedList) -> Bool { first.elements == second.elements }
}

extension JoinedList: Hashable where Element: Hashable {
  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

/// What a ``JoinedList`` consists of: two lists until it is read, and then one array.
@usableFromInline
package final class ListJoint<Element: Sendable>: Sendable {
  @usableFromInline let count: Int
  private let parts: Locked<[JoinedList<Element>]>

  @usableFromInline
  init(_ first: JoinedList<Element>, _ second: JoinedList<Element>, _ count: Int) {
    (self.count, parts) = (count, Locked([first, second]))
  }

  @usableFromInline
  var elements: [Element] {
    var rest = parts.withLock { $0 }
    if rest.count == 1, case .array(let elements) = rest[0] { return elements }
    rest.reverse()
    var elements: [Element] = []
    elements.reserveCapacity(count)
    // NB: Not by recursion, here and when a list is freed: a chain of joints may be longer than the stack is deep.
    while let part = rest.popLast() {
      switch part {
      case .array(let some): elements += some
      case .joint(let joint): rest += joint.parts.withLock { $0 }.reversed()
      }
    }
    var parts = [JoinedList.array(elements)]
    self.parts.withLock { swap(&$0, &parts) }
    return elements
  }

  deinit {
    var rest = takeJoints()
    while var joint = rest.popLast() {
      if isKnownUniquelyReferenced(&joint) { rest += joint.takeJoints() }
    }
  }

  private func takeJoints() -> [ListJoint] {
    parts.withLock { parts in
      defer { parts = [] }
      return parts.compactMap { if case .joint(let joint) = $0 { joint } else { nil } }
    }
  }
}
