/// Decodes a scalar.
struct DocumentSingleDecoding: SingleValueDecodingContainer {
  let decoder: DocumentDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = decoder.value else { throw decoder.mismatch(type) }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = decoder.value else { throw decoder.mismatch(type) }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double { try floatingPoint() }
  func decode(_ type: Float.Type) throws -> Float { try floatingPoint() }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode(_ type: Int128.Type) throws -> Int128 { try wideInteger() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try wideInteger() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }

  private func integer<Value: ColumnValue & FixedWidthInteger>() throws -> Value {
    try decoder.cast(Value.self, isFitting: decoder.value.isNumber)
  }

  /// Decodes an integer of 128 bits. One beyond 64 bits is stored as the string of its digits.
  private func wideInteger<Value: FixedWidthInteger>() throws -> Value {
    let text: DecimalForm? = if case .string(let text) = decoder.value { DecimalForm(text) } else { nil }
    guard let form = decoder.value.decimalForm ?? text else { throw decoder.mismatch(Value.self) }
    guard let value: Value = form.integer() else {
      throw DecodingError.dataCorrupted(decoder.context("found a number that does not fit"))
    }
    return value
  }

  private func floatingPoint<Value: ColumnValue & BinaryFloatingPoint>() throws -> Value {
    let names: [AttributeValue] = ["NaN", "Infinity", "-Infinity"]
    return try decoder.cast(Value.self, isFitting: decoder.value.isNumber || names.contains(decoder.value))
  }
}
