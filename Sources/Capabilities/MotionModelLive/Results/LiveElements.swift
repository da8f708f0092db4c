public import MotionModel

/// The records of a live result at one moment, as a value that never changes.
///
/// It shares its memory with the live result and with other moments, so keeping one costs what has changed since.
///
/// - Complexity: Reading a record by its index takes O(log *n*), iterating O(1) for each record.
public struct LiveElements<Record: Model>: RandomAccessCollection, Sendable {
  let slice: LiveSlice

  init(_ version: LiveVersion) { slice = version.slice }

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of records.
  public var endIndex: Int { slice.count }

  /// The record at an index.
  public subscript(index: Int) -> Record {
    precondition(indices.contains(index), "There is no record at index \(index): there are \(count).")
    return slice.rows[slice.range.lowerBound + index].record(of: Record.self)
  }

  /// Reads the records one after the other.
  public struct Iterator: IteratorProtocol {
    private var rows: LiveSlice.Iterator

    fileprivate init(_ slice: LiveSlice) { rows = slice.makeIterator() }

    /// Returns the next record; nil after the last.
    public mutating func next() -> Record? { rows.next()?.record(of: Record.self) }
  }

  /// Returns an iterator over the records.
  public func makeIterator() -> Iterator { Iterator(slice) }
}

extension LiveElements: Equatable where Record: Equatable {
  /// Returns whether both have equal records in the same order.
  public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }
}
