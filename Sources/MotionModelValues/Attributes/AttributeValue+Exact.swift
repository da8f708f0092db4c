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
  private var sorted: AttributeValue { (try? rebuilt { .array($0.sorted()) }) ?? self }

  /// Returns this value with each array replaced by the result of `array`, inner arrays first.
  private func rebuilt(_ array: ([AttributeValue]) -> AttributeValue) throws -> AttributeValue {
    var (walk, builder) = (AttributeWalk(self), AttributeBuilder(depthLimit: .max))
    while let step = walk.next() {
      switch step {
      case .value(let value) where value.hasParts:
        if value.isDictionary { try builder.beginDictionary() } else { try builder.beginArray() }
        walk.enter(value)
      case .value(let value): try builder.add(value)
      case .member(let name, _): builder.name(name)
      case .element: break
      case .end:
        let value = builder.end()
        if case .array(let elements) = value { try builder.add(array(elements)) } else { try builder.add(value) }
      }
    }
    return builder.result
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
