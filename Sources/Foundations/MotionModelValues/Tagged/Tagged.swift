/// A value of one of several types behind a protocol, as a column holds it; see ``TaggedTypes``.
///
/// ```swift
/// slide.asset = Tagged(Image(name: "dog.png"))
/// slide.asset.value.title
/// if let image = slide.asset.value as? Image { … }
/// ```
///
/// Two of them are equal if their values have the same type and are equal.
public struct Tagged<Types: TaggedTypes>: ColumnValue, Codable {
  /// The value.
  public let value: Types.Value

  /// Creates a value of a column.
  ///
  /// - Parameter value: A value of a listed type. Any other type is a programming error, and stops the program with a
  ///   sentence that names it.
  public init(_ value: Types.Value) {
    if Types.tags.tag(of: value) == nil {
      fatalError("The type \(Swift.type(of: value as Any)) has no tag in \(Types.self): add one.")
    }
    self.value = value
  }

  /// The tag of the value's type, or the one with which an unknown value was read.
  public var tag: String {
    let tag = Types.tags.tag(of: value)
    return tag?.unknownHolder?.unknown(value)?.tag ?? tag?.name ?? ""
  }

  // MARK: - Columns

  /// A document of the name of what the types have in common.
  public static var columnType: ColumnType { .document(name: String(describing: Types.Value.self)) }

  /// Casts an object with a tag, or a string that holds it as JSON.
  public init(attribute: AttributeValue) throws(CastError) { self = try document(Self.self, from: attribute) }

  /// The tag and the value; null if the value refuses to be encoded.
  public var attribute: AttributeValue { (try? documentAttribute(self)) ?? .null }

  /// The tag and the value.
  ///
  /// - Throws: ``CastError`` if the value refuses to be encoded, or is nested too deep.
  public func checkedAttribute() throws(CastError) -> AttributeValue { try documentAttribute(self) }

  // MARK: - Coding

  /// Decodes the value that the tag names.
  public init(from decoder: any Decoder) throws {
    let tags = Types.tags
    let container = try decoder.container(keyedBy: DocumentKey.self)
    let keys = ([tags.keys.tag] + tags.keys.formerTags).map { DocumentKey(stringValue: $0) }
    let valueKey = DocumentKey(stringValue: tags.keys.value)
    let key = keys.first { container.contains($0) } ?? keys[0]
    let name = try container.decode(String.self, forKey: key)
    if let tag = tags[name] {
      let isBeside = container.contains(valueKey) && container.allKeys.count == 2
      value = try tag.decode(decoder, isBeside ? valueKey : nil)
    } else if let holder = tags.unknown?.unknownHolder {
      let whole = try decoder.singleValueContainer().decode(AttributeValue.self)
      value = holder.make(UnknownTag(tag: name, attribute: whole))
    } else {
      let type = String(describing: Types.Value.self)
      throw TagFault(type: type, tag: name, known: tags.names).decodingError(at: decoder.codingPath)
    }
  }

  /// Encodes the tag and the value; an unknown one as it was read.
  public func encode(to encoder: any Encoder) throws {
    let tags = Types.tags
    guard let tag = tags.tag(of: value) else { return }
    if let unknown = tag.unknownHolder?.unknown(value) {
      var container = encoder.singleValueContainer()
      return try container.encode(unknown.attribute)
    }
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.encode(tag.name, forKey: DocumentKey(stringValue: tags.keys.tag))
    try tag.encode(value, DocumentKey(stringValue: tags.keys.value), &container)
  }
}

extension Tagged {
  /// Returns whether two values have the same type and are equal.
  public static func == (first: Self, second: Self) -> Bool {
    func isEqual<Value: Hashable>(_ value: Value) -> Bool { value == second.value as? Value }
    return (first.value as? any Hashable).map { isEqual($0) } ?? false
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { (value as? any Hashable)?.hash(into: &hasher) }
}

extension Tagged: CustomStringConvertible {
  /// The value's own description.
  public var description: String { String(describing: value) }
}
