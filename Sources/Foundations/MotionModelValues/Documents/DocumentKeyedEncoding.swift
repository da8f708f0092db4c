/// Encodes the members of a dictionary.
struct DocumentKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: DocumentEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) {
    encoder.child(key).node.set(.null)
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder.child(key).encode(value)
  }

  // NB: The protocol's default methods for these two types throw, and would be called instead of the generic
  // method.
  func encode(_ value: Int128, forKey key: Key) { encoder.child(key).node.set(AttributeValue(value)) }
  func encode(_ value: UInt128, forKey key: Key) { encoder.child(key).node.set(AttributeValue(value)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.child(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.child(DocumentKey.parent)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.child(key)
  }
}
