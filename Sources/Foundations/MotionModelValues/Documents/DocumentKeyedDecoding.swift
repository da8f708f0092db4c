/// Decodes the members of a dictionary.
struct DocumentKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: AttributeValue]
  let codingPath: [any CodingKey]
  let nesting: DocumentNesting

  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    members[key.stringValue] != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try decoder(forKey: key).value == .null
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(forKey: key).decode(type)
  }

  // NB: The protocol's default methods for these two types throw, and would be called instead of the generic
  // method.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoder(forKey: key).decode(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoder(forKey: key).decode(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    let key = DocumentKey.parent
    return DocumentDecoder(value: members[key.stringValue] ?? .null, codingPath: codingPath + [key], nesting: nesting)
  }

  func superDecoder(forKey key: Key) -> any Decoder {
    DocumentDecoder(value: members[key.stringValue] ?? .null, codingPath: codingPath + [key], nesting: nesting)
  }

  private func decoder(forKey key: Key) throws -> DocumentDecoder {
    guard let value = members[key.stringValue] ?? nesting.value(missingIn: members, at: codingPath, key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "no value for the key"))
    }
    return DocumentDecoder(value: value, codingPath: codingPath + [key], nesting: nesting)
  }
}
