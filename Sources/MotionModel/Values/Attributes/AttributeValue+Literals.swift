extension AttributeValue: ExpressibleByNilLiteral {
  /// Makes the missing value from `nil`.
  public init(nilLiteral: ()) { self = .null }
}

extension AttributeValue: ExpressibleByBooleanLiteral {
  /// Makes a truth value from `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension AttributeValue: ExpressibleByIntegerLiteral {
  /// Makes a whole number from a literal.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension AttributeValue: ExpressibleByFloatLiteral {
  /// Makes a binary floating-point number from a literal.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Makes a text from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension AttributeValue: ExpressibleByArrayLiteral {
  /// Makes a list from a literal.
  public init(arrayLiteral elements: AttributeValue...) { self = .array(elements) }
}

extension AttributeValue: ExpressibleByDictionaryLiteral {
  /// Makes values by name from a literal; of two values under one name the later one stays.
  public init(dictionaryLiteral elements: (String, AttributeValue)...) {
    self = .dictionary(Dictionary(elements) { _, later in later })
  }
}
