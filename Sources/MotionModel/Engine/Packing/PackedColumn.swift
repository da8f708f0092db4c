import Foundation

/// The non-nil values of one column in some rows, in the order of the rows.
struct PackedColumn {
  /// Which rows have a value; nil if all have one.
  var present: [Bool]?
  var values: any PackedValues

  init(_ values: any PackedValues, present: [Bool]? = nil) { (self.values, self.present) = (values, present) }

  /// Packs untyped values of any kinds. A value that is written as null is not nil.
  ///
  /// - Parameters:
  ///   - values: The rows that have a value, in their order, with the values.
  ///   - count: The number of rows.
  init(_ values: [(row: Int, value: AttributeValue)], of count: Int) {
    if values.count < count {
      var present = [Bool](repeating: false, count: count)
      for (row, _) in values { present[row] = true }
      self.present = present
    }
    self.values = packed(values.map(\.value))
  }

  /// Calls `body` with the rows that have a value, in their order, and the values.
  func forEach<Failure: Error>(_ body: (_ row: Int, AttributeValue) throws(Failure) -> Void) throws(Failure) {
    for (row, value) in attributes.enumerated() { if let value { try body(row, value) } }
  }

  /// The untyped values, with those that are nil.
  var attributes: [AttributeValue?] {
    let attributes = values.attributes
    // NB: Returned as it is, each value would be cast dynamically.
    guard let present else { return attributes.map { $0 } }
    var next = attributes.makeIterator()
    return present.map { $0 ? next.next() : nil }
  }
}
