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
    case (.array, .array), (.dictionary, .dictionary):
      matchesParts(of: other, { $0.isExactly($1) }, { $0.isExactly($1) })
    default: self == other
    }
  }

  /// Whether two values hold the same but for the order of what is in their arrays.
  ///
  /// Two sets that are equal may encode to arrays in different orders.
  func isExactlyInAnyOrder(_ other: AttributeValue) -> Bool { sorted.isExactly(other.sorted) }

  /// This value with all arrays in order.
  private var sorted: AttributeValue { (try? rebuilt { .array($0.sorted()) }) ?? self }

  /// This value with another in the place of each array, made of the elements as they are by then.
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
