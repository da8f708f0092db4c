import Foundation

extension AttributeValue {
  /// Returns whether two values are interchangeable, which `==` does not decide.
  ///
  /// Zero differs from negative zero, and strings of the same characters differ when their Unicode scalars do. All
  /// NaN are the same.
  package func isExactly(_ other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.double(let value), .double(let other)): value.isExactly(other)
    case (.date(let value), .date(let other)):
      value.timeIntervalSinceReferenceDate.isExactly(other.timeIntervalSinceReferenceDate)
    case (.decimal(let value), .decimal(let other)): value == other || (value.isNaN && other.isNaN)
    case (.string(let value), .string(let other)): value.isExactly(other)
    case (.url(let value), .url(let other)):
      value.absoluteString.isExactly(other.absoluteString) && value.relativeString.isExactly(other.relativeString)
    case (.array, .array), (.dictionary, .dictionary):
      matchesParts(of: other, { $0.isExactly($1) }, { $0.isExactly($1) })
    default: self == other
    }
  }

  /// Returns whether two values are interchangeable apart from the order of elements in their arrays.
  ///
  /// Two equal sets may encode to arrays in different orders.
  package func isExactlyInAnyOrder(_ other: AttributeValue) -> Bool { sorted.isExactly(other.sorted) }

  /// This value with all arrays sorted.
  private var sorted: AttributeValue {
    let sorted = try? rebuilt(depthLimit: .max) {
      $0
    } ended: { value in
      if case .array(let elements) = value { .array(elements.sorted()) } else { value }
    }
    return sorted ?? self
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
