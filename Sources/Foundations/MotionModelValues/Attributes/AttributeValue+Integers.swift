extension AttributeValue {
  /// Creates an integer in its only form: ``int(_:)`` if it fits, ``uint(_:)`` above that.
  ///
  /// ```swift
  /// AttributeValue(UInt8(3))     // => .int(3)
  /// AttributeValue(UInt64.max)   // => .uint(18446744073709551615)
  /// ```
  ///
  /// A number beyond 64 bits is stored as a ``string(_:)`` of its digits, which every integer type reads back.
  public init(_ value: some BinaryInteger) {
    if let signed = Int64(exactly: value) {
      self = .int(signed)
    } else if let unsigned = UInt64(exactly: value) {
      self = .uint(unsigned)
    } else {
      self = .string(value.description)
    }
  }
}
