import Foundation

extension AttributeValue {
  /// Whether two values hold the same, where `==` may call different ones equal, or a value different from itself.
  ///
  /// Zero differs from negative zero, and texts of the same characters differ when their Unicode scalars do. One NaN is like another.
  func isExactly(_ other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.double(let value), .double(let other)): value.isExactly(other)
    case (.date(let value), .date(let other)):
      value.timeIntervalSinceReferenceDate.isExactly(other.timeIntervalSinceReferenceDate)
    case (.decimal(let value), .decimal(let other)): value == other || (value.isNaN && other.isNaN)
    case (.string(let value), .string(let other)): value.isExactly(other)
    case (.url(let value), .url(let other)):
      value.absoluteString.isExactly(other.absoluteString) && value.relativeString.isExactly(other.relativeString)
    case (.array(let value), .array(let other)):
      value.count == other.count && zip(value, other).allSatisfy { $0.isExactly($1) }
    case (.dictionary(let value), .dictionary(let other)):
      value.count == other.count
        && value.allSatisfy { name, value in
          guard let index = other.index(forKey: name) else { return false }
          return other[index].key.isExactly(name) && other[index].value.isExactly(value)
        }
    default: self == other
    }
  }

  /// Whether two values hold the same but for the order of what is in their arrays.
  ///
  /// Two sets that are equal may encode to arrays in different orders.
  func isExactlyInAnyOrder(_ other: AttributeValue) -> Bool { sorted.isExactly(other.sorted) }

  /// This value with all arrays in order.
  private var sorted: AttributeValue {
    switch self {
    case .array(let values): .array(values.map(\.sorted).sorted())
    case .dictionary(let values): .dictionary(values.mapValues(\.sorted))
    default: self
    }
  }
}

extension Double {
  fileprivate func isExactly(_ other: Double) -> Bool { bitPattern == other.bitPattern || (isNaN && other.isNaN) }
}

extension String {
  fileprivate func isExactly(_ other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
