/// Encodes the elements of an array in order.
struct DocumentUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: DocumentEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.count }

  private var next: DocumentEncoder { encoder.child(DocumentKey(intValue: count)) }

  func encodeNil() {
    next.node.set(.null)
  }

  func encode(_ value: some Encodable) throws {
    try next.encode(value)
  }

  func encode(_ value: Int128) { next.node.set(AttributeValue(value)) }
  func encode(_ value: UInt128) { next.node.set(AttributeValue(value)) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    next.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next.unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    next
  }
}
