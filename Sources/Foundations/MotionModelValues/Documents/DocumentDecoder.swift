import Foundation

/// Decodes any value directly from an ``AttributeValue``.
///
/// It is stricter than a column's cast, because types may try one form after another while they are decoded: a
/// string is not decoded as a number, nor a number as a Boolean. Only values that a file cannot hold as themselves
/// may be strings: dates, data, decimal numbers, UUIDs, URLs, NaN and the infinities.
struct DocumentDecoder: Decoder {
  let value: AttributeValue
  let codingPath: [any CodingKey]
  /// Shared by all decoders of one document.
  let nesting: DocumentNesting

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Decodes a value of any type. Types that an attribute value has a case for are taken from that case.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // NB: Two steps, because a nil from `decodeSpecial` would be cast to an optional type as its nil.
    if let special = try decodeSpecial(type), let value = special as? Value { return value }
    try nesting.check(at: codingPath)
    if let tagged = type as? any TaggedValue.Type, let value = try decodeTagged(tagged) as? Value { return value }
    return try Value(from: self)
  }

  private func decodeSpecial(_ type: any Decodable.Type) throws -> (any Decodable)? {
    if type == AttributeValue.self {
      try nesting.check(value, at: codingPath)
      return value
    }
    if type == Date.self { return try cast(Date.self, isFitting: !value.isNumber) }
    if type == Data.self { return try cast(Data.self, isFitting: true) }
    if type == UUID.self { return try cast(UUID.self, isFitting: true) }
    if type == URL.self { return try cast(URL.self, isFitting: true) }
    if type == Decimal.self { return try cast(Decimal.self, isFitting: true) }
    return nil
  }

  /// Casts by the rules of columns; throws when `isFitting` is false.
  func cast<Value: ColumnValue>(_ type: Value.Type, isFitting: Bool) throws -> Value {
    if case .null = value { throw DecodingError.valueNotFound(type, context("found nil")) }
    guard isFitting else { throw mismatch(type) }
    do {
      return try Value(attribute: value)
    } catch {
      throw DecodingError.dataCorrupted(context(error.description))
    }
  }

  func mismatch(_ type: any Any.Type) -> DecodingError {
    if case .null = value { return .valueNotFound(type, context("found nil")) }
    return .typeMismatch(type, context("found \(value.kind)"))
  }

  func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: description)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let members) = value else { throw mismatch([String: Any].self) }
    guard nesting.allowsContainer(at: codingPath) else { throw DocumentNesting.TooDeep() }
    return KeyedDecodingContainer(
      DocumentKeyedDecoding<Key>(members: members, codingPath: codingPath, nesting: nesting))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self) }
    guard nesting.allowsContainer(at: codingPath) else { throw DocumentNesting.TooDeep() }
    return DocumentUnkeyedDecoding(elements: elements, codingPath: codingPath, nesting: nesting)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    DocumentSingleDecoding(decoder: self)
  }
}

extension AttributeValue {
  /// Whether the value is a number of any kind.
  package var isNumber: Bool {
    switch self {
    case .int, .uint, .double, .decimal: true
    default: false
    }
  }
}
