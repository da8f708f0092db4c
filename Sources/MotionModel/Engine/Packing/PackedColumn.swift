import Foundation

/// The non-nil values of one column in some rows, in the order of the rows.
struct PackedColumn {
  /// Which rows have a value; nil if all have one.
  var present: [Bool]?
  var values: PackedValues

  init(_ values: PackedValues, present: [Bool]? = nil) { (self.values, self.present) = (values, present) }

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
    self.values = PackedValues(values.map(\.value))
  }

  /// Calls `body` with the rows that have a value, in their order, and the values.
  func forEach<Failure: Error>(_ body: (_ row: Int, AttributeValue) throws(Failure) -> Void) throws(Failure) {
    let values = values.attributes
    guard let present else {
      for (row, value) in values.enumerated() { try body(row, value) }
      return
    }
    var next = 0
    for row in present.indices where present[row] {
      try body(row, values[next])
      next += 1
    }
  }

  /// The untyped values, with those that are nil.
  var attributes: [AttributeValue?] {
    let attributes = values.attributes
    guard let present else { return attributes }
    var next = attributes.makeIterator()
    return present.map { $0 ? next.next() : nil }
  }
}

/// Values of one kind, or of several.
enum PackedValues {
  case untyped([AttributeValue])
  case bools([Bool])
  case integers([Int64])
  /// Integers that do not all fit the other case.
  case unsigned([UInt64])
  case doubles([Double])
  case floats([Float])
  case dates([Date])
  case uuids([UUID])
  case strings([String])

  /// Packs values by their kind, if they have only one.
  init(_ values: [AttributeValue]) {
    func all<Value>(_ value: (AttributeValue) -> Value?) -> [Value]? {
      var found: [Value] = []
      found.reserveCapacity(values.count)
      for attribute in values {
        guard let value = value(attribute) else { return nil }
        found.append(value)
      }
      return found
    }
    let packed: PackedValues? =
      switch values.first {
      case .bool: all { if case .bool(let value) = $0 { value } else { nil } }.map { .bools($0) }
      case .int: all { if case .int(let value) = $0 { value } else { nil } }.map { .integers($0) }
      case .double: all { if case .double(let value) = $0 { value } else { nil } }.map { .doubles($0) }
      case .date: all { if case .date(let value) = $0 { value } else { nil } }.map { .dates($0) }
      case .uuid: all { if case .uuid(let value) = $0 { value } else { nil } }.map { .uuids($0) }
      case .string: all { if case .string(let value) = $0 { value } else { nil } }.map { .strings($0) }
      default: nil
      }
    self = packed ?? .untyped(values)
  }

  var count: Int {
    switch self {
    case .untyped(let values): values.count
    case .bools(let values): values.count
    case .integers(let values): values.count
    case .unsigned(let values): values.count
    case .doubles(let values): values.count
    case .floats(let values): values.count
    case .dates(let values): values.count
    case .uuids(let values): values.count
    case .strings(let values): values.count
    }
  }

  var attributes: [AttributeValue] {
    switch self {
    case .untyped(let values): values
    case .bools(let values): values.map { .bool($0) }
    case .integers(let values): values.map { .int($0) }
    case .unsigned(let values): values.map { AttributeValue($0) }
    case .doubles(let values): values.map { .double($0) }
    case .floats(let values): values.map(\.attribute)
    case .dates(let values): values.map { .date($0) }
    case .uuids(let values): values.map { .uuid($0) }
    case .strings(let values): values.map { .string($0) }
    }
  }
}
