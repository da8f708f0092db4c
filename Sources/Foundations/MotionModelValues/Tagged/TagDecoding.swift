/// Decodes an enum from a tag and a payload, in place of the object with one key as which Swift encodes it.
final class TagDecoder: Decoder {
  let type: String
  let tag: String
  let payload: AttributeValue?
  let codingPath: [any CodingKey]
  let nesting: DocumentNesting
  /// Whether the type turned out not to have the tag.
  private(set) var isUnknown = false

  init(_ type: String, _ tag: String, _ payload: AttributeValue?, in decoder: DocumentDecoder) {
    (self.type, self.tag, self.payload) = (type, tag, payload)
    (codingPath, nesting) = (decoder.codingPath, decoder.nesting)
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard nesting.allowsContainer(at: codingPath) else { throw DocumentNesting.TooDeep() }
    guard let key = Key(stringValue: tag) else {
      isUnknown = true
      throw TagFault(type: self.type, tag: tag, known: tags(of: Key.self)).decodingError(at: codingPath)
    }
    return KeyedDecodingContainer(TagDecoding(decoder: self, key: key))
  }

  private func tags<Key: CodingKey>(of type: Key.Type) -> [String]? {
    func names<Keys: CaseIterable>(_ type: Keys.Type) -> [String] {
      Keys.allCases.compactMap { ($0 as? any CodingKey)?.stringValue }
    }
    return (type as? any CaseIterable.Type).map { names($0) }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([Any].self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw mismatch(String.self) }

  private func mismatch(_ type: any Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "a tagged value is an object with one key"))
  }
}

/// The object with one key, the tag.
struct TagDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: TagDecoder
  let key: Key

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { [key] }

  func contains(_ key: Key) -> Bool { key.stringValue == self.key.stringValue }

  func decodeNil(forKey key: Key) throws -> Bool { try payload(key).value == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try payload(key).decode(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    guard Nested.isUnlabelledPayload else { return try payload(key, or: [:]).container(keyedBy: type) }
    _ = try payload(key, or: .null)
    guard decoder.nesting.allowsContainer(at: codingPath + [key]) else { throw DocumentNesting.TooDeep() }
    return KeyedDecodingContainer(
      DocumentKeyedDecoding<Nested>(
        members: decoder.payload.map { [DocumentKey.unlabelled.stringValue: $0] } ?? [:],
        codingPath: codingPath + [key],
        nesting: decoder.nesting))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try payload(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw missing(DocumentKey.parent) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try payload(key) }

  private func payload(_ key: Key, or other: AttributeValue? = nil) throws -> DocumentDecoder {
    guard contains(key), let value = decoder.payload ?? other else { throw missing(key) }
    return DocumentDecoder(value: value, codingPath: codingPath + [key], nesting: decoder.nesting)
  }

  private func missing(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no value for the key"))
  }
}

extension CodingKey {
  /// Whether these are the keys of a case with one payload and no label. Such keys are an enum with one case, which
  /// takes no memory.
  static var isUnlabelledPayload: Bool {
    MemoryLayout<Self>.size == 0 && Self(stringValue: DocumentKey.unlabelled.stringValue) != nil
  }
}
