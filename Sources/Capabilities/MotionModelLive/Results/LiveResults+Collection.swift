import MotionModel

extension LiveResults: RandomAccessCollection {
  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of records.
  public var endIndex: Int { elements.count }

  /// The record at an index.
  public subscript(index: Int) -> Record { elements[index] }

  /// Returns an iterator over the records as they are now.
  public func makeIterator() -> LiveElements<Record>.Iterator { elements.makeIterator() }

  // MARK: - One moment

  // The defaults read the end and then each record by its index, each at a moment of its own, between which another
  // thread may remove records.

  /// The number of records.
  public var count: Int { elements.count }

  /// Whether there are no records.
  public var isEmpty: Bool { elements.isEmpty }

  /// The first record; nil if there is none.
  public var first: Record? { elements.first }

  /// The last record; nil if there is none.
  public var last: Record? { elements.last }

  /// Returns what a closure makes of each record, as they are now.
  public func map<Result, Failure: Error>(_ transform: (Record) throws(Failure) -> Result) throws(Failure) -> [Result] {
    try elements.map(transform)
  }

  /// Returns the records as they are now, for `Array(live)`.
  public func _copyToContiguousArray() -> ContiguousArray<Record> { ContiguousArray(elements) }
}
