/// The keys under which a tagged value is stored.
///
/// ```swift
/// static let tagKeys = TagKeys("kind", "content", was: "type")
/// ```
///
/// Where an object has other members than tag and payload, they are its payload, without the tag. So files are read
/// that have the tag among the properties of a value.
public struct TagKeys: Hashable, Sendable {
  /// The key of the tag.
  package let tag: String
  /// The key of the payload.
  package let value: String
  /// Keys under which files may still have the tag.
  package let formerTags: [String]

  /// Creates keys.
  ///
  /// - Parameters:
  ///   - tag: The key of the tag.
  ///   - value: The key of the payload.
  ///   - formerTags: Keys under which files may still have the tag.
  public init(_ tag: String = "type", _ value: String = "value", was formerTags: String...) {
    if tag == value { fatalError("A tagged value needs different keys for its tag and its payload.") }
    (self.tag, self.value, self.formerTags) = (tag, value, formerTags)
  }

  /// Returns the tag in an object, and the payload beside it; nil if it has none.
  func parts(of members: [String: AttributeValue]) -> (tag: String, payload: AttributeValue?)? {
    for key in [tag] + formerTags {
      guard case .string(let tag)? = members[key] else { continue }
      if members.count == 1 { return (tag, nil) }
      if members.count == 2, let payload = members[value] { return (tag, payload) }
      return (tag, .dictionary(members.filter { $0.key != key }))
    }
    return nil
  }
}
