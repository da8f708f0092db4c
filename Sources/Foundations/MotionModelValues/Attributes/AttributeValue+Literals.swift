extension AttributeValue: ExpressibleByNilLiteral {
  /// Creates the missing value from `nil`.
  public init(nilLiteral: ()) { self = .null }
}

extension AttributeValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean from `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension AttributeValue: ExpressibleByIntegerLiteral {
  /// Creates an integer from a literal.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension AttributeValue: ExpressibleByFloatLiteral {
  /// Creates a binary floating-point number from a literal.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Creates a string from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension AttributeValue: ExpressibleByArrayLiteral {
  /// Creates an array from a literal.
  public init(arrayLiteral elements: AttributeValue...) { self = .array(elements) }
}

extension AttributeValue: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary from a literal; of two values with the same key, the later one is kept.
  public init(dictionaryLiteral elements: (String, AttributeValue)...) {
    self = .dictionary(Dictionary(elements) { _, later in later })
  }
}
