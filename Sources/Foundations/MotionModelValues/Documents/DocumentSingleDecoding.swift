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
  func decode<Value: ColumnValue & FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.cast(type, isFitting: decoder.value.isNumber)
  }

  // NB: The default methods of the protocol for these two types throw, and would be called instead.
  func decode(_ type: Int128.Type) throws -> Int128 { try wideInteger() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try wideInteger() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }

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
