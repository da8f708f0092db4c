extension DocumentDecoder {
  /// Decodes an enum from an object with a tag; nil if the value is not such an object.
  func decodeTagged<Value: TaggedValue>(_ type: Value.Type) throws -> Value? {
    guard case .dictionary(let members) = value, let parts = Value.tagKeys.parts(of: members) else { return nil }
    let tag = Value.formerTags[parts.tag] ?? parts.tag
    let decoder = TagDecoder(String(describing: type), tag, parts.payload, in: self)
    let open = type as? any OpenTaggedValue.Type
    func unknown() throws -> Value? {
      try nesting.check(value, at: codingPath)
      return open?.unknown(UnknownTag(tag: parts.tag, attribute: value)) as? Value
    }
    // The case that holds unknown values is not a tag.
    if open != nil, tag == "unknown" { return try unknown() }
    do { return try Value(from: decoder) } catch {
      guard decoder.isUnknown, let value = try unknown() else { throw error }
      return value
    }
  }
}

extension DocumentEncoder {
  /// Encodes an enum as an object with a tag.
  func encodeTagged<Value: TaggedValue>(_ value: Value) throws {
    let plain = DocumentEncoder(codingPath: codingPath, nesting: nesting)
    try value.encode(to: plain)
    guard let (tag, content) = plain.node.onlyMember else {
      throw EncodingError.invalidValue(
        Value.self, .init(codingPath: codingPath, debugDescription: "It encodes something else than one case."))
    }
    let payload = content.payload
    if let unknown = payload?.unknown {
      try nesting.check(unknown.attribute, at: codingPath)
      return node.set(unknown.attribute)
    }
    let name = DocumentNode()
    name.set(.string(tag))
    node.becomeDictionary()
    node.append(name, key: Value.tagKeys.tag)
    if let payload { node.append(payload, key: Value.tagKeys.value) }
  }
}
