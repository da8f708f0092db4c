import Foundation

/// Encodes any value directly as an ``AttributeValue``, without the losses of JSON.
struct DocumentEncoder: Encoder {
  let codingPath: [any CodingKey]
  let node = DocumentNode()
  /// Shared by all encoders of one document.
  let nesting: DocumentNesting

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Encodes a value of any type. Types that an attribute value has a case for are stored in that case.
  func encode(_ value: some Encodable) throws {
    switch value {
    case let value as AttributeValue:
      try nesting.check(value, at: codingPath)
      node.set(value)
    case let value as Date: node.set(.date(value))
    case let value as Data: node.set(.data(value))
    case let value as Decimal: node.set(.decimal(value))
    case let value as UUID: node.set(.uuid(value))
    case let value as URL: node.set(.url(value))
    default:
      try nesting.check(at: codingPath)
      if let value = value as? any TaggedValue { return try encodeTagged(value) }
      if let value = value as? UnknownTag { node.unknown = value }
      try value.encode(to: self)
      if node.count > 1, let unordered = type(of: value) as? any UnorderedDocument.Type {
        node.sortElements(ofWidth: unordered.width)
      }
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if nesting.allowsContainer(at: codingPath) { node.becomeDictionary() }
    if Key.isUnlabelledPayload { node.isUnlabelledPayload = true }
    return KeyedEncodingContainer(DocumentKeyedEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if nesting.allowsContainer(at: codingPath) { node.becomeArray() }
    return DocumentUnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    DocumentSingleEncoding(encoder: self)
  }

  /// Creates an encoder for the value under a key.
  ///
  /// Once the document is refused, paths grow no longer: they would be as long as the document is deep.
  func child(_ key: any CodingKey) -> DocumentEncoder {
    let path = nesting.failure == nil ? codingPath + [key] : codingPath
    let child = DocumentEncoder(codingPath: path, nesting: nesting)
    node.append(child.node, key: key.stringValue)
    return child
  }
}
