/// Encodes a scalar.
struct DocumentSingleEncoding: SingleValueEncodingContainer {
  let encoder: DocumentEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.node.set(.null) }
  func encode(_ value: Bool) { encoder.node.set(.bool(value)) }
  func encode(_ value: String) { encoder.node.set(.string(value)) }
  func encode(_ value: Double) { encoder.node.set(.double(value)) }
  func encode(_ value: Float) { encoder.node.set(value.attribute) }
  func encode(_ value: some FixedWidthInteger & Encodable) { encoder.node.set(AttributeValue(value)) }

  // NB: The default methods of the protocol for these two types throw, and would be called instead.
  func encode(_ value: Int128) { encoder.node.set(AttributeValue(value)) }
  func encode(_ value: UInt128) { encoder.node.set(AttributeValue(value)) }
  func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}
