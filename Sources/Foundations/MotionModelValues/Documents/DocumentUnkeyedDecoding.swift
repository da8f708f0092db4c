/// Decodes the elements of an array in order.
struct DocumentUnkeyedDecoding: UnkeyedDecodingContainer {
  let elements: [AttributeValue]
  let codingPath: [any CodingKey]
  let nesting: DocumentNesting
  private(set) var currentIndex = 0

  init(elements: [AttributeValue], codingPath: [any CodingKey], nesting: DocumentNesting) {
    self.elements = elements
    self.codingPath = codingPath
    self.nesting = nesting
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current().value == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try current().decode(type)
    currentIndex += 1
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeWide(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeWide(type) }

  private mutating func decodeWide<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(type) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    let container = try current().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try current()
    currentIndex += 1
    return decoder
  }

  private func current() throws -> DocumentDecoder {
    let path = codingPath + [DocumentKey(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Any.self, DecodingError.Context(codingPath: path, debugDescription: "no more elements"))
    }
    return DocumentDecoder(value: elements[currentIndex], codingPath: path, nesting: nesting)
  }
}
