/// A live value that is a collection, such as a list of records or of sections, is read as that.
extension LiveValue: Sequence, Collection, BidirectionalCollection, RandomAccessCollection
where Value: RandomAccessCollection, Value.Index == Int {
  /// The elements at this moment.
  public var elements: Value { value }

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { elements.count }

  /// The element at an index.
  public subscript(index: Int) -> Value.Element { elements[index] }

  /// Returns an iterator over the elements as they are now.
  public func makeIterator() -> Value.Iterator { elements.makeIterator() }

  // MARK: - One moment

  // The defaults read the end and then each element by its index, each at a moment of its own, between which another
  // thread may remove some.

  /// The number of elements.
  public var count: Int { elements.count }

  /// The first element; nil if there is none.
  public var first: Value.Element? { elements.first }

  /// The last element; nil if there is none.
  public var last: Value.Element? { elements.last }

  /// Returns what a closure makes of each element, as they are now.
  public func map<Result, Failure: Error>(
    _ transform: (Value.Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    try elements.map(transform)
  }

  /// Returns the elements as they are now, for `Array(live)`.
  public func _copyToContiguousArray() -> ContiguousArray<Value.Element> { ContiguousArray(elements) }
}
